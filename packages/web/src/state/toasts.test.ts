import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createToasts } from './toasts.ts';

const open = (t: { mock: { timers: { enable(of: { apis: ['setTimeout'] }): void } } }) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const toasts = createToasts();
  return { ...toasts, shown: () => toasts.all.get().map(({ kind, sentence }) => [kind, sentence]) };
};

test('a toast has a kind and disappears after 12 s', (t) => {
  const toasts = open(t);
  toasts.showSuccess('The account is deleted.');
  toasts.showError('The bridge is not connected.');
  assert.deepEqual(toasts.shown(), [
    ['success', 'The account is deleted.'],
    ['error', 'The bridge is not connected.'],
  ]);
  t.mock.timers.tick(11_999);
  assert.equal(toasts.shown().length, 2);
  t.mock.timers.tick(1);
  assert.deepEqual(toasts.shown(), []);
});

test('shows up to three toasts until dismissed, and does not repeat a visible one', (t) => {
  const toasts = open(t);
  for (const sentence of ['a', 'b', 'a', 'c', 'd']) toasts.showError(sentence);
  const sentences = () => toasts.shown().map(([, sentence]) => sentence);
  assert.deepEqual(sentences(), ['a', 'c', 'd']);
  toasts.dismiss(toasts.all.get()[1]!.id);
  assert.deepEqual(sentences(), ['a', 'd']);
});

test('offers to undo one change at a time, for 10 s', (t) => {
  const toasts = open(t);
  const undone: string[] = [];
  const offer = (what: string) =>
    toasts.showUndo(`${what}.`, { label: 'Undo', run: () => undone.push(what) });
  offer('a');
  toasts.showError('e');
  offer('b');
  assert.deepEqual(toasts.shown(), [
    ['error', 'e'],
    ['success', 'b.'],
  ]);
  toasts.all.get()[1]!.action!.run();
  assert.deepEqual(undone, ['b']);
  t.mock.timers.tick(9_999);
  assert.equal(toasts.shown().length, 2);
  t.mock.timers.tick(1);
  assert.deepEqual(toasts.shown(), [['error', 'e']]);
});
