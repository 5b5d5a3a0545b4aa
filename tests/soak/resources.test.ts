import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isGrowing, readUsage } from './resources.ts';

it('values that level off are not growing, and values that grow to the end are', () => {
  const levelsOff = [100, 150, 180, 200, 205, 195, 200, 204, 198];
  const grows = [100, 150, 200, 250, 300, 350, 400, 450, 500];
  assert.ok(!isGrowing(levelsOff, 10));
  assert.ok(isGrowing(grows, 10));
  // The medians of the last two thirds are 300 and 450.
  assert.ok(isGrowing(grows, 149));
  assert.ok(!isGrowing(grows, 150));
});

it('growth by at most a quarter, and too few values, are not judged', () => {
  const toQuarter = (last: number) => [...Array.from({ length: 6 }, () => 100), last, last, last];
  assert.ok(!isGrowing(toQuarter(125), 0));
  assert.ok(isGrowing(toQuarter(126), 0));
  assert.ok(!isGrowing([1, 2, 3, 4, 5, 6, 7, 80], 0));
  assert.ok(isGrowing([1, 2, 3, 4, 5, 6, 7, 80, 90], 0));
});

it('the resources of a process include its memory, files and sockets', {
  skip: process.platform !== 'linux' && 'it reads /proc',
}, () => {
  const { memory, files, sockets } = readUsage([process.pid]);
  assert.ok(memory > 10 && files >= 3 && sockets >= 0 && sockets <= files);
});
