import { type RefusalCode, refusalExamples, refusals, toSentence } from '@plenum/protocol/refusal';
import { code, join, table } from '../markdown/markdown.ts';

/** Returns the chapter of refusals, with an example of each sentence. */
export const toRefusalChapter = (): string =>
  join([
    '## Refusals',
    'The current interface answers with the status and the body `{ERROR: <sentence>}`, text/plain; the original interface answers with 200 and the same body.',
    table(
      ['Code', 'Status', 'For example'],
      (Object.keys(refusals) as RefusalCode[]).map((name) => [
        code(name),
        String(refusals[name].status),
        toSentence({ code: name, ...refusalExamples[name] }),
      ]),
    ),
  ]);
