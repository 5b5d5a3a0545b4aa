import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsvCell } from './csv.ts';
import { escapeJson, toPlainJson, toPlainText, toTerminalText } from './plain-text.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
const breaks = ['\t', '\n', '\v', '\f', '\r', '\u0085', '\u2028', '\u2029'];
const dropped = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
].filter((each) => !breaks.includes(each));
const kept = [' ', '~', '\u00a0', 'é', '台所', '👪', '\u200f', '\u2030', '\u2065', '\u206a'];

const shown = (text: string) => JSON.stringify(text);

test('removes controls, separators and direction marks from text, but not their neighbours', () => {
  for (const each of dropped) {
    assert.equal(toPlainText(`a${each}b`), 'ab', shown(each));
    assert.equal(toTerminalText(`a${each}b`), 'ab', shown(each));
    assert.equal(toTerminalText(`a${each}b`, { styled: true }), 'ab', shown(each));
  }
  for (const each of breaks) assert.equal(toPlainText(`a${each}${each}b`), 'a b', shown(each));
  for (const each of kept) assert.equal(toPlainText(`a${each}b`), `a${each}b`, shown(each));
  assert.equal(toPlainText('Lounge\u001b[2J\u001b]0;owned\u0007'), 'Lounge[2J]0;owned');
});

test('terminal text keeps line breaks, tabs and our bold and dim codes, and nothing else', () => {
  assert.equal(toTerminalText('a\n\tb\r\u0085\u2028c'), 'a\n\tbc');
  const [bold, dim, end] = ['\u001b[1m', '\u001b[2m', '\u001b[22m'];
  assert.equal(
    toTerminalText(`${bold}a${end} ${dim}b${end}`, { styled: true }),
    `${bold}a${end} ${dim}b${end}`,
  );
  assert.equal(toTerminalText(`${bold}a${end}`), '[1ma[22m');
  for (const hostile of [
    '\u001b[31m',
    '\u001b[8m',
    '\u001b[1;31m',
    '\u001b[2J',
    '\u001b[222m',
    '\u001b]0;x',
    '\u009b1m',
  ])
    assert.equal(toTerminalText(hostile, { styled: true }), hostile.slice(1), shown(hostile));
});

test('JSON keeps its value and layout when unsafe characters are escaped', () => {
  const value = { name: 'Lounge\u009b2J\u202e\u2066\u2028\u001b[2J\n\t', '\u0085': 1 };
  const text = toPlainJson(value, 2);
  assert.deepEqual(JSON.parse(text), value);
  assert.equal(toTerminalText(text), text);
  assert.equal(text.split('\n').length, 4);
  assert.match(text, /Lounge\\u009b2J\\u202e\\u2066\\u2028\\u001b\[2J\\n\\t/);
  assert.equal(escapeJson(JSON.stringify(value)), toPlainJson(value));
});

test('a spreadsheet reads every CSV cell as text, even if it begins like a formula', () => {
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠'])
    for (const before of ['', ' ', '\t', '\u00a0', '\u202e'])
      assert.match(toCsvCell(`${before}${sign}1+1`), /^"' ?\u00a0?.1\+1"$/, shown(`${before}${sign}`));
  assert.equal(toCsvCell('\tx'), `"' x"`);
  assert.equal(toCsvCell('\rx'), `"' x"`);
  assert.equal(toCsvCell(`=HYPERLINK("http://x","y")`), `"'=HYPERLINK(""http://x"",""y"")"`);
});

test('a CSV cell that is not a formula follows RFC 4180', () => {
  for (const [text, cell] of [
    ['Lounge °C', 'Lounge °C'],
    ['', ''],
    ['a-b=c', 'a-b=c'],
    ['Lounge, "big"', '"Lounge, ""big"""'],
    ['a;=1', '"a;=1"'],
    ['a\r\n=1', 'a =1'],
    [`Ann's`, `"Ann's"`],
  ] as const)
    assert.equal(toCsvCell(text), cell);
});
