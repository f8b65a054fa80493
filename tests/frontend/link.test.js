/* The state of a comparison in its link, and what is chosen above its charts. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {hiddenOf, searchOf, stepAfter, withHidden, workloadSearch} from '../../layouts/frontend/frame/address.js';
import {commentLines, fileName} from '../../layouts/frontend/export/menu.js';
import {finer, checksum, withFacts} from '../../layouts/frontend/export/figure.js';
import {arrange, recolored, withCommonSigns} from '../../layouts/frontend/export/paper.js';
import {inBytes} from '../../layouts/frontend/forms/upload.js';
import {isOnlyHere} from '../../layouts/frontend/page.js';
import {mergedLook, pinnedLook} from '../../layouts/frontend/compare/views.js';

const NOTHING = {window: null, job: null, mode: null, plan: null, look: null, range: null, origin: null};

test('a view is in its link, and nothing that is as usual', () => {
  const state = {...NOTHING, window: {t0: 3600, t1: 7200.123456789, p0: 0, p1: 8, full: false}, job: 4, mode: 'ghost', plan: 86400,
    look: {color: 'size', only: 'wait>1h', shared: false}, range: {r0: 10, r1: 20}};
  assert.equal(searchOf('?runs=a,b', state),
    '?runs=a,b&t0=3600&t1=7200.123457&p0=0&p1=8&mode=ghost&plan=86400&color=size&only=wait%3E1h&shared=no&r0=10&r1=20&job=4');
  assert.equal(searchOf('?runs=a,b&mode=lag&job=3&r0=1&r1=2&rows=users&shared=no&t0=5', {...NOTHING, mode: 'stacked'}), '?runs=a,b');
});
test('runs whose charts are hidden are in the link by their places', () => {
  assert.equal(withHidden('?runs=a,b,c', [1, 3]), '?runs=a,b,c&hide=1,3');
  assert.equal(withHidden('?runs=a,b,c&hide=1,3&job=4', []), '?runs=a,b,c&job=4');
  assert.deepEqual(hiddenOf('?runs=a,b,c&hide=1,3'), [1, 3]);
  assert.deepEqual(hiddenOf('?hide=0,x,12,-1,2'), [2]);
  assert.deepEqual(hiddenOf('?runs=a'), []);
  assert.equal(searchOf('?runs=a,b&hide=2', {...NOTHING, mode: 'stacked'}), '?runs=a,b&hide=2');
});
test('steps of the five jobs go back and on, round to the beginning, and to the question', () => {
  assert.equal(stepAfter('home-back', 0, 6, 4), 0);
  assert.equal(stepAfter('home-back', 3, 6, 4), 2);
  assert.equal(stepAfter('home-next', 2, 6, 4), 3);
  assert.equal(stepAfter('home-next', 6, 6, 4), 0);
  assert.equal(stepAfter('home-divergence', 0, 6, 4), 4);
});
test('the cards of Workload are in its link, also when the workload gets a key of its own', () => {
  assert.equal(workloadSearch('?w=a', null, {per: 'week,queue'}), '?w=a&per=week,queue');
  assert.equal(workloadSearch('?w=a&per=week', null, {account: 'science/a%2Fb'}), '?w=a&per=week&account=science/a%252Fb');
  assert.equal(workloadSearch('?w=a&per=week&wait=8+for+2h&at=9', null, {per: '', at: ''}), '?w=a&wait=8+for+2h');
  assert.equal(workloadSearch('?load=b&per=user', 'c'), '?w=c&per=user');
  assert.equal(workloadSearch('', null), '');
});
test('what is not of that state stays in the link', () => {
  assert.equal(searchOf('?runs=a&present=1&base=b', NOTHING), '?runs=a&present=1&base=b');
  assert.equal(searchOf('', NOTHING), '');
});
test('the runs of a sample are written into a link that names none, and no others', () => {
  assert.equal(searchOf('', {...NOTHING, runs: ['a', 'b'], workload: 'w'}), '?w=w&runs=a,b');
  assert.equal(searchOf('?w=x&runs=c', {...NOTHING, runs: ['a', 'b'], workload: 'w'}), '?w=x&runs=c');
  assert.equal(searchOf('?w=x', {...NOTHING, runs: [], workload: 'x'}), '?w=x');
});
test('a tab is in a link unless it follows from the rest', () => {
  assert.equal(searchOf('?runs=a&tab=idle', {...NOTHING, tab: 'waiting'}), '?runs=a&tab=waiting');
  assert.equal(searchOf('?runs=a&tab=idle', NOTHING), '?runs=a');
});
test('job 0 and second 0 are in a link', () => {
  assert.equal(searchOf('?runs=a', {...NOTHING, job: 0, plan: 0, window: {t0: 0, t1: 5}}), '?runs=a&t0=0&t1=5&plan=0&job=0');
});
test('the origin of a workload is as the link has it until it is known', () => {
  assert.equal(searchOf('?runs=a&file=x.swf', NOTHING), '?runs=a&file=x.swf');
  assert.equal(searchOf('?runs=a&file=x.swf', {...NOTHING, origin: {file: '', made: 'poisson(jobs:3)', how: ''}}), '?runs=a&made=poisson%28jobs:3%29');
});
test('what people read in a link stays readable', () => {
  assert.equal(searchOf('?runs=a%2Cb&how=x%3Ay%40z%7E', NOTHING), '?runs=a,b&how=x:y@z~');
});
test('a look holds only what differs from the usual one', () => {
  const usual = {rows: 'processors', color: 'user', beside: 'columns'};
  assert.deepEqual(mergedLook({}, usual, {rows: 'users', color: 'user', beside: 'columns', shared: true}), {rows: 'users'});
  assert.deepEqual(mergedLook({rows: 'users', only: 'x', shared: false}, usual, {rows: 'processors', color: null, beside: undefined, shared: true}), {only: 'x'});
  assert.deepEqual(mergedLook({}, usual, {color: 'size', shared: false}), {color: 'size', shared: false});
});
test('collapsed rows are in a look and in a link, open ones are not', () => {
  const usual = {rows: 'processors', color: 'user', beside: 'stacked'};
  assert.deepEqual(mergedLook({rows: 'users', pin: '37'}, usual, {rows: 'users', shared: true, fold: true}), {rows: 'users', pin: '37', fold: true});
  assert.deepEqual(mergedLook({rows: 'users', fold: true}, usual, {rows: 'users', shared: true, fold: false}), {rows: 'users'});
  assert.equal(searchOf('?runs=a', {...NOTHING, look: {rows: 'sizes', fold: true}}), '?runs=a&rows=sizes&fold=yes');
  assert.equal(searchOf('?runs=a&fold=yes', {...NOTHING, look: {rows: 'sizes'}}), '?runs=a&rows=sizes');
});
test('a pinned user is the last of the pins, with rows by users; one that is let go leaves the rest', () => {
  assert.deepEqual(pinnedLook({only: 'x'}, '37', true), {only: 'x', rows: 'users', pin: '37'});
  assert.deepEqual(pinnedLook({pin: '37,12', rows: 'users'}, '37', true), {rows: 'users', pin: '12,37'});
  assert.deepEqual(pinnedLook({pin: '37,12', rows: 'users'}, '37', false), {rows: 'users', pin: '12'});
  assert.deepEqual(pinnedLook({pin: '12', rows: 'users'}, '12', false), {rows: 'users'});
  assert.equal(searchOf('?runs=a', {...NOTHING, look: {rows: 'users', pin: '37,12'}}), '?runs=a&rows=users&pin=37,12');
});
test('charts are arranged below each other on paper, in two columns on a slide', () => {
  const page = arrange(2, 'page', [400, 1000]);
  assert.deepEqual([page.width, page.height], [672, 320 + 620]);
  assert.deepEqual(page.cells.map(({y, height}) => [y, height]), [[0, 320], [320, 620]]);
  const slide = arrange(3, 'slide', [1, 1, 1]);
  assert.deepEqual([slide.width, slide.height], [768, 432]);
  assert.deepEqual(slide.cells.map(({x, y}) => [x, y]), [[0, 0], [384, 0], [0, 216]]);
});
test('colors become light ones, signs common ones, names those of files', () => {
  const colors = {'#102030': '#aabbcc'};
  assert.equal(recolored('#102030 rgba(16, 32, 48, 0.5) #ffffff', colors), '#aabbcc rgba(170,187,204, 0.5) #ffffff');
  assert.equal(withCommonSigns('\u25c6 1\u202f000'), '\u2666 1\u00a0000');
  assert.deepEqual(['Real & virtual', '!'].map(fileName), ['real-virtual', 'figure']);
  assert.deepEqual([12, 1200, 2500000].map(inBytes), ['1 kB', '2 kB', '2.5 MB']);
});
test('the picture of a print has its pixels, and no more than the server draws', () => {
  const axis = {range: [0, 100], length: 500};
  assert.equal(finer('/picture/a/real/0_100_0_8_10x20_dark.png?v', {sizex: 100, sizey: 50}, axis, axis, 2), '/picture/a/real/0_100_0_8_1000x500_light.png?v');
  const [, wide, high] = /_(\d+)x(\d+)_/.exec(finer('/p_1x1_light.png', {sizex: 100, sizey: 100}, axis, axis, 100));
  assert.ok(wide * high <= 11.01e6 && wide <= 8192 && wide === high);
});
test('a PNG says how many pixels a meter has', () => {
  assert.equal(checksum(new TextEncoder().encode('123456789')), 0xcbf43926);
  const [head, chunk, , rest] = withFacts(new Uint8Array(40), 300, 'Queuescope'), view = new DataView(chunk.buffer);
  assert.deepEqual([head.length, rest.length, view.getUint32(0), view.getUint32(8), view.getUint8(16)], [33, 7, 9, 11811, 1]);
});
test('a PNG and a table hold what made them and the recipe of their jobs', () => {
  const [, , maker, text, rest] = withFacts(new Uint8Array(40), 300, 'Queuescope 0.9.0, commit 0123', 'first = 7\n'), view = new DataView(text.buffer);
  assert.equal(new TextDecoder().decode(maker.subarray(4, -4)), 'tEXtSoftware\0Queuescope 0.9.0, commit 0123');
  assert.deepEqual([rest.length, view.getUint32(0), new TextDecoder().decode(text.subarray(4, -4))], [7, 21, 'iTXtRecipe\0\0\0\0\0first = 7\n']);
  assert.equal(commentLines('# Queuescope\n\nfirst = 7\n'), '# | # Queuescope\n# |\n# | first = 7\n');
  assert.equal(commentLines(''), '');
});
test('a link to this computer opens nowhere else', () => {
  for (const host of ['127.0.0.1:8050', 'localhost', '[::1]:80']) assert.equal(isOnlyHere(host), true);
  for (const host of ['queuescope.example.org', '10.0.0.7:8050', '128.0.0.1']) assert.equal(isOnlyHere(host), false);
});
