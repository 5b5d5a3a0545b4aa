import type { RecordOf } from '@plenum/protocol/console';

/** A bridge that waits to be paired. */
export type PairingRequest = RecordOf<'Asking'>;

interface PairingQuestion {
  readonly who: string;
  readonly purpose: string;
  readonly question: string;
  readonly yes: string;
}

/** The question to the owner before a bridge is paired. */
export const describePairing = ({ reach, systemId }: PairingRequest): PairingQuestion =>
  reach === 'many'
    ? {
        who: 'Any number of bridges',
        purpose: 'request to join this account',
        question:
          'This request comes from plenum fleet, for many simulated bridges. Does it show exactly this code? Then it may ' +
          'add any number of bridges within ten minutes. You see their rooms here, and they accept commands from you and ' +
          'the apps you allow.',
        yes: 'Yes, pair them all',
      }
    : {
        who: systemId === undefined ? 'A bridge' : `Bridge ${systemId}`,
        purpose: 'requests to join this account',
        question:
          'Does your bridge show exactly this code? Then you see its rooms here, and it accepts commands from you and ' +
          'the apps you allow.',
        yes: 'Yes, pair it',
      };

/** Formats a code while it is typed: capital letters, with a dash in the middle. */
export const toCode = (typed: string): string => {
  const letters = typed
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 8);
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
};

/** Whether a code is complete. */
export const isComplete = (code: string): boolean => code.length === 9;
