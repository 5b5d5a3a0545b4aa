import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readBlocks, toPattern } from './blocks.ts';

describe('reading the code blocks of a document', () => {
  const document = [
    '# Title',
    '<!-- not run: it needs hardware -->',
    '```sh',
    'plenum discover',
    '```',
    'Text.',
    '',
    '<!-- by hand: make an account -->',
    '',
    '```text',
    'OK',
    '```',
    '<!-- keeps running -->',
    '',
    '```sh',
    'late',
    '```',
  ].join('\n');

  it('code blocks are read with their language, their line, and the mark directly before them', () => {
    assert.deepEqual(readBlocks(document), [
      {
        kind: 'block',
        language: 'sh',
        text: 'plenum discover\n',
        line: 3,
        mark: { kind: 'not run', reason: 'it needs hardware' },
      },
      { kind: 'hand', what: 'make an account', line: 8 },
      { kind: 'block', language: 'text', text: 'OK\n', line: 10, mark: undefined },
      { kind: 'block', language: 'sh', text: 'late\n', line: 15, mark: undefined },
    ]);
  });
});

describe('comparing output with what a document shows', () => {
  it('output matches if it is complete, apart from spaces that align columns', () => {
    assert.match('OK\n', toPattern('OK'));
    assert.match('0      Family  auto\n', toPattern('0  Family auto'));
    assert.doesNotMatch('OK\nmore\n', toPattern('OK'));
    assert.doesNotMatch('OKs\n', toPattern('OK'));
    assert.doesNotMatch('', toPattern('OK'));
  });

  it('an ellipsis in shown output matches the rest of a line, or any lines if it is alone', () => {
    assert.match('at 12.5 °C.\n', toPattern('at … °C.'));
    assert.doesNotMatch('at 12.5 °F.\n', toPattern('at … °C.'));
    assert.match('first\nsecond\nlast\n', toPattern('first\n…\nlast'));
    assert.match('first\nlast\n', toPattern('first\n…\nlast'));
    assert.doesNotMatch('first\nlast\nmore\n', toPattern('first\n…\nlast'));
  });
});
