import { ok } from '@plenum/protocol/refusal';
import type { KeptEntry } from '@plenum/protocol/uplink';
import { snapshotOf } from '../fleet/uplink/bridge.fixture.ts';
import type { BridgeHosting } from './port.ts';

/** A house that is a list of words; an operation appends one. */
export interface FakeHouse {
  readonly words: () => readonly string[];
  /** Appends a word; resolves when it is acknowledged. */
  append(word: string): Promise<void>;
  readonly isEnded: () => boolean;
}

/** Bridges without a house, for tests of the code that hosts them. */
export function createFakeHosting() {
  const houses = new Map<string, FakeHouse>();
  const hosting: BridgeHosting = {
    toHouseFile: ({ house }) => ok({ name: String(house) }),
    start: async ({ systemId, kept, keep }) => {
      const stored = kept === undefined ? [] : (JSON.parse(Buffer.from(kept.store).toString()) as string[]);
      const words = [...stored, ...(kept?.since ?? []).map(({ text }) => text)];
      let number = kept?.since.at(-1)?.number ?? kept?.upTo ?? 0;
      let isEnded = false;
      houses.set(systemId, {
        words: () => words,
        append: async (word) => {
          words.push(word);
          const entry: KeptEntry = { number: ++number, text: word };
          await keep([entry]);
        },
        isEnded: () => isEnded,
      });
      return {
        timeZone: 'Europe/Berlin',
        isOffline: () => false,
        simulate: async () => ({ status: 200, body: JSON.stringify(words) }),
        copy: async () => ({
          store: Buffer.from(JSON.stringify(words)),
          upTo: number,
          [Symbol.dispose]: () => {},
        }),
        connect: ({ send }) => {
          send(JSON.stringify(snapshotOf(systemId)));
          return { receive: () => {}, end: () => {} };
        },
        [Symbol.asyncDispose]: async () => {
          isEnded = true;
        },
      };
    },
  };
  return { hosting, houses };
}
