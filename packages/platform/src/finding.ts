/** The result of a check: `ok`, a note, or a problem that prevents Plenum from working. */
export interface Finding {
  readonly result: 'ok' | 'note' | 'problem';
  readonly subject: string;
  /** Describes the finding and, unless it is `ok`, the remedy. */
  readonly sentence: string;
}

/**
 * The longest difference between two clocks that the nodes of a cloud tolerate, in ms (decisions/020). A bridge signs in
 * with a token dated by its own clock.
 */
export const maxClockDifference = 30_000;

const maxSkew = { problem: maxClockDifference, note: 2_000 };

/** Checks how far this machine's clock is ahead of the clock of another, in ms. */
export function judgeClock(ahead: number, other: string): Finding {
  const off = Math.abs(ahead);
  const result = off > maxSkew.problem ? 'problem' : off > maxSkew.note ? 'note' : 'ok';
  return {
    result,
    subject: 'clock',
    sentence:
      result === 'ok'
        ? `The clock agrees with the clock of ${other}.`
        : `The clock is ${Math.round(off / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} the clock of ${other}; set it by NTP (timedatectl set-ntp true).`,
  };
}
