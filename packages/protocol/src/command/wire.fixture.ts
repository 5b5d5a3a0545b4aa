import assert from 'node:assert/strict';
import { parseBody } from '../check/parse.ts';
import { toSentence } from '../refusal/refusal.ts';
import { checkCommand } from './check-command.ts';

/** Reads the text of a body as a bridge does: parses it once, then checks it. */
const readBody = (text: string) => {
  const parsed = parseBody(text);
  return parsed.ok ? checkCommand(parsed.value) : parsed;
};

/** Asserts that each text is accepted as the given command. */
export function accepts(...texts: readonly string[]): void {
  for (const text of texts) {
    const checked = readBody(text);
    assert.ok(checked.ok, `${text} was refused: ${checked.ok || toSentence(checked.refusal)}`);
    assert.deepEqual({ [checked.value.name]: checked.value.body }, JSON.parse(text));
  }
}

/** Asserts that the text is refused with exactly this sentence. */
export function refuses(text: string, sentence: string): void {
  const checked = readBody(text);
  assert.ok(!checked.ok, `${text} was accepted`);
  assert.equal(toSentence(checked.refusal), sentence);
}
