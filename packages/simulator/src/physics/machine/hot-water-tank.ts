/** J to warm a litre of water by a degree. */
export const WATER_HEAT = 4186;

/** A tank of well mixed water; volume in litres, loss in W/K. */
export interface Tank {
  readonly volume: number;
  readonly loss: number;
}

/** What a tank goes through in some seconds: heat in W, litres drawn in each second, °C of the water that comes in and around it. */
export interface TankFlow {
  readonly heat: number;
  readonly drawn: number;
  readonly inlet: number;
  readonly around: number;
  readonly seconds: number;
}

/** Loss of a tank with the usual insulation by its surface, W/K: 1.6 for 300 litres. */
export const tankLoss = (volume: number): number => 0.035 * volume ** (2 / 3);

/**
 * The temperature of a tank after a step, and the W that leave it, which with its heat and the water that comes in add up to
 * the change of what it holds: an implicit step, which is stable however long it is.
 */
export const advanceTank = (
  { volume, loss }: Tank,
  temperature: number,
  { heat, drawn, inlet, around, seconds }: TankFlow,
): { readonly temperature: number; readonly lost: number; readonly drawnHeat: number } => {
  const capacity = (WATER_HEAT * volume) / seconds;
  const exchange = WATER_HEAT * drawn;
  const after =
    (capacity * temperature + heat + loss * around + exchange * inlet) / (capacity + loss + exchange);
  return { temperature: after, lost: loss * (after - around), drawnHeat: exchange * (after - inlet) };
};

/** The W that bring a tank to a temperature within a step, and no further. */
export const heatTo = (
  { volume, loss }: Tank,
  from: number,
  to: number,
  { drawn, inlet, around, seconds }: Omit<TankFlow, 'heat'>,
): number =>
  Math.max(
    0,
    (WATER_HEAT * volume * (to - from)) / seconds + loss * (to - around) + WATER_HEAT * drawn * (to - inlet),
  );
