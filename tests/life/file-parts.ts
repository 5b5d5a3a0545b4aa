import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConstant, numbersAfter, type Part, send } from './part.ts';

const atomic = 'it has no statements of SQL';

/** The parts in files of other programs. */
export const fileParts: readonly Part[] = [
  {
    name: 'what Matter controllers pair with',
    in: 'matter',
    kept: 'all',
    keeps: ['node/storage.db', 'node/driver.json'],
    skips: {
      statement:
        'Matter.js writes the file; packages/cli/src/end-to-end/matter.test.ts kills it while it is paired',
      disk: 'packages/cli/src/end-to-end/matter.test.ts fills the disk of a paired node',
    },
    open: async ({ matter }) =>
      createConstant(async () => (await matter.line(/type (\d{4}-\d{3}-\d{4})/))[1]!),
  },
  {
    name: 'recorded traffic',
    in: 'recorder',
    kept: 'all',
    keeps: ['traffic-N.jsonl'],
    skips: {
      statement: atomic,
      disk: 'it ends if it cannot write',
      backup: 'a recording is a file that its user named',
    },
    open: async ({ urls, folders }) => ({
      write: (number) =>
        send(`${urls.recorder}/HvacRequestV2`, { HvacV2Request: { Type: 2, No: 0, No1: number } }),
      // A recorder only writes a new file, so there is one for each start.
      read: async () => {
        const texts = readdirSync(folders.recorder).map((name) =>
          readFileSync(join(folders.recorder, name), 'utf8'),
        );
        return numbersAfter('No1[\\\\":]+', texts.join(''));
      },
    }),
  },
];
