import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Io } from './io.ts';
import { toLines } from './table.ts';
import { cutTo, widthOf } from './width.ts';

const io = (columns: number | undefined): Io => ({
  out: () => {},
  err: () => {},
  env: {},
  columns,
  color: false,
  isInteractive: false,
  signal: new AbortController().signal,
});
const table = {
  head: ['Index', 'Name', 'Mode'],
  rows: [
    ['0', 'Family room', 'auto'],
    ['12', 'Den', 'close'],
  ],
};

test('makes columns as wide as their longest cell', () => {
  assert.deepEqual(toLines(table, io(undefined)), [
    'Index  Name         Mode',
    '0      Family room  auto',
    '12     Den          close',
  ]);
});

test('leaves out the last columns one by one if the table does not fit the terminal', () => {
  assert.deepEqual(toLines(table, io(25)), toLines(table, io(undefined)));
  assert.deepEqual(toLines(table, io(24))[1], '0      Family room');
  assert.deepEqual(toLines(table, io(17))[1], '0');
});

test('shortens the last column if the table allows it', () => {
  const lines = toLines(
    { head: ['Field', 'Meaning'], rows: [['Temp', 'zone temperature']], cutLast: true },
    io(19),
  );
  assert.deepEqual(lines, ['Field  Meaning', 'Temp   zone temper…']);
});

test('makes no line longer than the width of the terminal, for any characters in it', () => {
  const rows = [
    ['0', '台所', 'auto'],
    ['1', '👪 room', 'auto'],
  ];
  for (let columns = 10; columns < 40; columns++)
    for (const line of toLines({ ...table, rows }, io(columns))) assert.ok(widthOf(line) <= columns, line);
});

test('counts two columns for East Asian characters and emoji and none for accents', () => {
  assert.deepEqual([widthOf('台所'), widthOf('👪'), widthOf('e\u0301'), widthOf('é')], [4, 2, 1, 1]);
  assert.equal(cutTo('台所', 3), '台…');
});
