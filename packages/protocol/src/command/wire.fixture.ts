import assert from 'node:assert/strict';
import { parseBody } from '../check/parse.ts';
import { toSentence } from '../refusal/refusal.ts';
import { checkCommand } from './check-command.ts';

/** Takes the text of a body as a bridge does: parsed once, then checked. */
const take = (text: string) => {
  const parsed = parseBody(text);
  return parsed.ok ? checkCommand(parsed.value) : parsed;
};

/** Each text is a command, and says what it says. */
export const accepts = (...texts: readonly string[]): void => {
  for (const text of texts) {
    const taken = take(text);
    assert.ok(taken.ok, `${text} was refused: ${taken.ok || toSentence(taken.refusal)}`);
    assert.deepEqual({ [taken.value.name]: taken.value.body }, JSON.parse(text));
  }
};

/** The text is refused with exactly that sentence. */
export const refuses = (text: string, sentence: string): void => {
  const taken = take(text);
  assert.ok(!taken.ok, `${text} was accepted`);
  assert.equal(toSentence(taken.refusal), sentence);
};
