import { createInstallation, type HouseFile, type Installation } from '@plenum/installation';

/** A house that a bridge can simulate. */
export interface HouseToRun {
  readonly name: string;
  readonly installation: Installation;
  /** The 9-digit id of its bridge, where the house file gives one. */
  readonly systemId?: string | undefined;
  /** Names of its rooms: a stored state of other rooms does not fit. */
  readonly rooms: readonly string[];
  /** Milliseconds that are simulated and recorded before the first start of its bridge; none by default. */
  readonly past?: number | undefined;
}

/** Long enough for walls to have the temperature they have in such weather, and for every favourite to have run. */
const defaultPast = 2 * 86_400_000;

/** The house of a checked house file. `seed` replaces its own; `weatherCsv` is the text of its weather file. */
export const toHouseToRun = (
  file: HouseFile,
  { seed, weatherCsv }: { seed?: number | undefined; weatherCsv?: string | undefined } = {},
): HouseToRun => ({
  name: file.name,
  installation: createInstallation(seed === undefined ? file : { ...file, seed }, weatherCsv),
  systemId: file.systemId,
  rooms: file.rooms.map(({ name }) => name),
  past: defaultPast,
});
