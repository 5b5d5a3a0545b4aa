/** A step of the air of all rooms: without ideal heat, or from 0 °C with some heat in W alone. */
type Steps = {
  free(air: Float64Array): void;
  respond(air: Float64Array, heat: Float64Array): void;
};

/** Rounds in which rooms that exchange air find their heat, and the change in W at which they have. */
const ROUNDS = 200;
const FOUND = 1e-9;

/**
 * Creates the function that writes the W which ideal heaters and coolers give, so that the air of their rooms is at its
 * setpoint at the end of a step. Heat that crosses doors couples the rooms: each in turn corrects its heat for the others
 * (projected Gauss-Seidel), never below 0 for a heater nor above 0 for a cooler.
 */
export function createIdeal(size: number, rooms: readonly number[]) {
  const responses = rooms.map(() => new Float64Array(size));
  const heat = new Float64Array(size);
  const end = new Float64Array(size);
  return (
    into: Float64Array,
    start: {
      readonly air: Float64Array;
      readonly setpoints: { readonly heat: Float64Array; readonly cool: Float64Array };
    },
    { free, respond }: Steps,
  ): void => {
    const { air, setpoints } = start;
    for (const [place, room] of rooms.entries()) {
      heat.fill(0);
      heat[room] = 1;
      responses[place]!.fill(0);
      respond(responses[place]!, heat);
      into[room] = 0;
    }
    end.set(air);
    free(end);
    for (let round = 0; round < ROUNDS; round++) {
      let largest = 0;
      for (const [place, room] of rooms.entries()) {
        const response = responses[place]!;
        const without = end[room]! - into[room]! * response[room]!;
        const low = setpoints.heat[room]!;
        const high = setpoints.cool[room]!;
        const setpoint = Math.max(low, Math.min(without, high));
        const change = (setpoint - without) / response[room]! - into[room]!;
        if (change === 0) continue;
        into[room]! += change;
        for (let other = 0; other < size; other++) end[other]! += change * response[other]!;
        largest = Math.max(largest, Math.abs(change));
      }
      if (largest < FOUND) break;
    }
  };
}
