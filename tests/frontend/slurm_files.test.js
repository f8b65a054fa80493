/* Which field the text of a file of Slurm belongs into. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {fieldOf} from '../../layouts/frontend/forms/slurm_files.js';

test('files of a cluster are told by what is in them', () => {
  assert.equal(fieldOf('# mine\n\nClusterName=toy\nNodeName=n[1-4]'), 0);
  assert.equal(fieldOf('\uFEFFSelectType=select/linear\nnodename=a CPUs=4\n'), 0);
  assert.equal(fieldOf('Account|User|RawShares|RawUsage\nroot|||0'), 1);
  assert.equal(fieldOf("Cluster - 'toy':Fairshare=1\nParent - 'root'"), 1);
  assert.equal(fieldOf('Name|Priority|UsageFactor\nnormal|0|1'), 2);
  assert.equal(fieldOf('ReservationName=course StartTime=2026-03-02T08:00:00\n   Nodes=n[1-4]'), 3);
  assert.equal(fieldOf('No reservations in the system\n'), 3);
  assert.equal(fieldOf('JobIDRaw|JobID|Submit|Eligible|Reservation|SubmitLine\n1|1|0|0||sbatch x'), 4);
});
test('everything else is a log', () => {
  const logs = ['JobIDRaw|JobID|Submit|Start|SubmitLine\n1|1|0|0|sbatch x',
    '', '; Version: 2.2\n1 0 -1 10', 'JobID|User|Submit|Priority\n1|a|2026-11-26T03:18:34|5', '{"jobs": []}', 'Name|Color\na|b'];
  for (const text of logs) assert.equal(fieldOf(text), -1);
});
