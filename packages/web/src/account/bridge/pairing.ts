import type { RecordOf } from '@plenum/protocol/console';
import { t } from '../../text/text.ts';

export type PairingRequest = RecordOf<'Asking'>;

interface PairingQuestion {
  readonly who: string;
  readonly purpose: string;
  readonly question: string;
  readonly yes: string;
}

/** Returns the question that the owner answers before a bridge is paired. */
export const describePairing = ({ reach, systemId }: PairingRequest): PairingQuestion =>
  reach === 'many'
    ? {
        who: t('bridge.anyNumber'),
        purpose: t('bridge.requestMany'),
        question: t('bridge.manyHelp'),
        yes: t('bridge.yesAll'),
      }
    : {
        who: systemId === undefined ? t('bridge.aBridge') : t('bridge.bridgeId', { id: systemId }),
        purpose: t('bridge.requestOne'),
        question: t('bridge.oneHelp'),
        yes: t('bridge.yesOne'),
      };

/** Formats a code while it is being typed: capital letters, with a dash in the middle. */
export function toCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 8);
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}

/** True if a code has all its letters. */
export const isComplete = (code: string): boolean => code.length === 9;
