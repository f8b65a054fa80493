/* Where everything begins: what has to be there before Dash, then each subject.

esbuild joins this file and all it imports in assets/queuescope.js, which Dash loads before its own renderer: whatever stands
in for a part of Dash (internals.js) does so before anything is drawn.  What Python calls by ClientsideFunction is offered
by the subject it belongs to, with offerToDash().  window.queuescope is for tests, benchmarks and the console of a browser;
no module uses it.
*/
import * as address from './frame/address.js';
import * as brushing from './compare/brushing.js';
import * as handJobs from './by_hand/jobs.js';
import * as chartLabels from './compare/chart_labels.js';
import * as classBar from './classroom/bar.js';
import * as classFollowing from './classroom/following.js';
import * as classRehearsal from './classroom/rehearsal.js';
import * as classShowing from './classroom/showing.js';
import * as classStudent from './classroom/student.js';
import * as classTeacher from './classroom/teacher.js';
import {chartsOf, drawSvg} from './export/figure.js';
import * as exportMenu from './export/menu.js';
import * as fields from './forms/fields.js';
import * as filtering from './compare/filtering.js';
import * as firstPaint from './frame/first_paint.js';
import * as charts from './gantt/charts.js';
import * as cursor from './gantt/cursor.js';
import * as hover from './gantt/hover.js';
import * as minimap from './gantt/minimap.js';
import * as mouse from './gantt/mouse.js';
import * as moving from './gantt/moving.js';
import * as picking from './gantt/picking.js';
import * as pictures from './gantt/pictures.js';
import * as range from './gantt/range.js';
import * as ruler from './gantt/ruler.js';
import * as steering from './gantt/steering.js';
import * as ticks from './gantt/ticks.js';
import * as internals from './internals.js';
import * as jobs from './compare/jobs.js';
import * as keyboard from './frame/keyboard.js';
import * as lessonDrawing from './lessons/draw.js';
import * as lessonOrder from './lessons/order.js';
import * as lessonSteps from './lessons/steps.js';
import * as openWork from './frame/open_work.js';
import * as ownPolicy from './own_policy/page.js';
import * as page from './page.js';
import * as parts from './parts.js';
import * as pointClicks from './compare/point_clicks.js';
import * as choiceLists from './frame/choice_lists.js';
import * as popups from './frame/popups.js';
import * as slides from './frame/slides.js';
import * as slurmResult from './forms/slurm_result.js';
import * as presses from './frame/presses.js';
import * as present from './frame/present.js';
import * as readingPlace from './compare/reading_place.js';
import * as runs from './compare/runs.js';
import * as search from './frame/search.js';
import * as server from './server.js';
import * as player from './stepping/player.js';
import * as tabs from './compare/tabs.js';
import * as tour from './frame/tour.js';
import * as units from './forms/units.js';
import * as upload from './forms/upload.js';
import * as views from './compare/views.js';

internals.patchStores();
internals.patchPlotly();
internals.patchGrid();
server.start();
parts.start();
internals.fetchPlotly();

page.start();
presses.start();
firstPaint.start();
ticks.start(() => { moving.retick(); minimap.retickMinimaps(); });
charts.start();
moving.start(minimap.adoptMinimap);
for (const subject of [pictures, range, ruler, minimap, picking, cursor, steering, mouse, hover]) subject.start();
for (const subject of [pointClicks, jobs, chartLabels, brushing, filtering, views, tabs, choiceLists, popups, units, fields, upload, slurmResult, runs, search,
  readingPlace, exportMenu, handJobs, openWork, address, tour, player, lessonOrder, lessonDrawing, lessonSteps, classStudent, classTeacher, classRehearsal, classShowing,
  classFollowing, ownPolicy, keyboard, present, slides]) subject.start();
classBar.start({show: classTeacher.show, setFollowing: classStudent.setFollowing});

window.queuescope = {
  internals, gantts: charts.gantts, stateOf: charts.stateOf, selection: picking.selection, outline: picking.outline,
  range: range.selectedRange, window: steering.shownWindow, show: steering.show, bring: views.bring, drawAll: views.drawAll,
  drawings: {charts: chartsOf, svg: drawSvg}, hand: {answer: handJobs.answerNow}, isAsking: server.isAsking,
};
