import type { Matter } from '@plenum/matter';
import type { MatterPairing } from '@plenum/protocol/extension';

/** Groups the eleven digits of a manual pairing code as people read them out: 4, 3 and 4. */
const toDigits = (manual: string): string => manual.replace(/^(\d{4})(\d{3})(\d{4})$/, '$1-$2-$3');

/**
 * Returns the pairing state for a page. The codes are included only until a controller is paired, because the node
 * accepts no other controller with them after that.
 */
export function toMatterPairing({ codes, pairings }: Matter): MatterPairing {
  const paired = pairings();
  return { paired, ...(paired === 0 && { manual: toDigits(codes.manual), qr: codes.qr }) };
}

/** Lists what is shown over Matter, and how to pair a controller. */
export function toMatterLines({ codes, count, pairings }: Matter, uid: string): readonly string[] {
  const { started, failed } = count();
  const shown = `Matter: bridge ${uid} with ${started} devices${failed > 0 ? `; ${failed} cannot be shown` : ''}.`;
  const paired = pairings();
  if (paired > 0) return [`${shown} Paired with ${paired} of your systems; add others from one of them.`];
  return [
    `${shown} Scan this code, or type ${toDigits(codes.manual)}:`,
    ...codes.picture.trimEnd().split('\n'),
  ];
}
