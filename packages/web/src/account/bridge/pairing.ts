import type { RecordOf } from '@plenum/protocol/console';

/** Whoever waits to be let in, as `POST /console/pairings/find` tells it. */
export type Asking = RecordOf<'Asking'>;

interface AskingWords {
  readonly who: string;
  readonly wish: string;
  readonly question: string;
  readonly yes: string;
}

/** What its owner is asked before it is let in. */
export const toAskingWords = ({ reach, systemId }: Asking): AskingWords =>
  reach === 'many'
    ? {
        who: 'Any number of bridges',
        wish: 'want to join this account',
        question:
          'This is how plenum fleet asks, for many simulated bridges. Does it show this very code? Then it may add as ' +
          'many bridges as it likes within ten minutes. They show you their rooms here, and take the commands you and ' +
          'the apps you allowed send.',
        yes: 'Yes, pair them all',
      }
    : {
        who: systemId === undefined ? 'A bridge' : `Bridge ${systemId}`,
        wish: 'wants to join this account',
        question:
          'Does your bridge show this very code? Then it may show you its rooms here, and takes the commands you and ' +
          'the apps you allowed send.',
        yes: 'Yes, pair it',
      };

/** A code as it is sent while it is typed: letters alone, in capitals, with the dash where the bridge shows it. */
export const toCode = (typed: string): string => {
  const letters = typed
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 8);
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
};

/** Whether a code is as long as one is. */
export const isWhole = (code: string): boolean => code.length === 9;
