import { isRecord } from '@plenum/protocol/json';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { checkHouse, type HouseFile, houseNames, readShippedHouse } from '@plenum/simulator';

/** The choice of a house: a shipped one by its name, or a house file as an object, and what differs from it. */
export interface HouseChoice {
  readonly house: unknown;
  /** Replaces the place of the house file: `latitude`, `longitude`, `timeZone`. */
  readonly place?: unknown;
  /** Replaces the seed of weather and people. */
  readonly seed?: number | undefined;
}

const readChosen = (house: unknown): Result<object> => {
  if (isRecord(house)) return ok(house);
  const name = houseNames.find((one) => one === house);
  return name === undefined
    ? refuse('not-a-choice', { input: house, facts: { choices: [...houseNames] } })
    : readShippedHouse(name);
};

/**
 * Returns the checked house file of a choice. Its system id is left out, because the host assigns one. A weather file
 * is refused, because there is no folder next to the house.
 */
export function toHouseFile({ house, place, seed }: HouseChoice): Result<HouseFile> {
  const chosen = readChosen(house);
  if (!chosen.ok) return chosen;
  const whole = {
    ...chosen.value,
    ...(place !== undefined && { place }),
    ...(seed !== undefined && { seed }),
  };
  const checked = checkHouse(whole);
  if (!checked.ok) return checked;
  const { systemId: _, ...file } = checked.value;
  const format = (['csv', 'epw'] as const).find((each) => file.climate?.[each] !== undefined);
  if (format !== undefined)
    return refuse('wrong-file', {
      facts: { file: 'house', why: `climate.${format}: a house in a cloud has no weather file` },
    });
  return ok(file as HouseFile);
}
