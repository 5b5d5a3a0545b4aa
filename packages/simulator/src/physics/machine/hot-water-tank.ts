/** Heat in J that warms a litre of water by a degree. */
const WATER_HEAT = 4186;

/** A tank of well-mixed water. Volume in litres, loss in W/K. */
export interface Tank {
  readonly volume: number;
  readonly loss: number;
}

/**
 * Conditions of a tank during a step: heat in W, litres drawn per second, and the temperatures in °C of the water that
 * flows in and of the surroundings.
 */
interface TankFlow {
  readonly heat: number;
  readonly drawn: number;
  readonly inlet: number;
  readonly around: number;
  readonly seconds: number;
}

/** Returns the heat loss in W/K of a tank with ordinary insulation, proportional to its surface: 1.6 for 300 litres. */
export const tankLoss = (volume: number): number => 0.035 * volume ** (2 / 3);

/**
 * Returns the temperature of a tank after a step, and its heat output in W. The change of the tank's heat is the
 * heating plus the heat of the inflowing water minus this output. The step is implicit, so it is stable for any step
 * length.
 */
export function advanceTank(
  { volume, loss }: Tank,
  temperature: number,
  { heat, drawn, inlet, around, seconds }: TankFlow,
): { readonly temperature: number; readonly lost: number; readonly drawnHeat: number } {
  const capacity = (WATER_HEAT * volume) / seconds;
  const exchange = WATER_HEAT * drawn;
  const after =
    (capacity * temperature + heat + loss * around + exchange * inlet) / (capacity + loss + exchange);
  return { temperature: after, lost: loss * (after - around), drawnHeat: exchange * (after - inlet) };
}

/** Returns the heating power in W that brings a tank exactly to a temperature within a step. */
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
