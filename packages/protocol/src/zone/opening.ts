/** The members of a zone that limit its damper, in percent. A device may omit any of them. */
interface Limits {
  readonly MinAir?: number | undefined;
  readonly MaxAir?: number | undefined;
  readonly BalanceMin?: number | undefined;
  readonly BalanceMax?: number | undefined;
}

/**
 * The maximum and minimum opening of a zone's damper in percent: the limits of the zone within the balance of the
 * system (interface 2.3). A limit that a device omits has no effect.
 */
export const maxOpening = ({ MaxAir = 100, BalanceMin = 0, BalanceMax = 100 }: Limits): number =>
  Math.min(BalanceMax, Math.max(BalanceMin, MaxAir));
export const minOpening = ({ MinAir = 0, BalanceMin = 0, BalanceMax = 100 }: Limits): number =>
  Math.min(BalanceMax, Math.max(BalanceMin, MinAir));
