import { createInstallation, type HouseFile, type Installation } from '@plenum/installation';

/** A house a bridge can run: its plant, and what its store is checked against. */
export interface HouseToRun {
  readonly name: string;
  readonly installation: Installation;
  /** The 9-digit id of its bridge, where the house file gives one. */
  readonly systemId?: string | undefined;
  /** Names of its rooms: a state of other rooms does not fit. */
  readonly rooms: readonly string[];
  /** Milliseconds it was lived in before its bridge starts for the first time, recorded too; none unless told. */
  readonly past?: number | undefined;
}

/** Long enough that walls have the temperature they have in such weather, and every favourite had its turn. */
const defaultSpan = 2 * 86_400_000;

/** The house of a checked house file; `seed` comes before its own, `weatherCsv` is the text of its weather file. */
export const toHouseToRun = (
  file: HouseFile,
  { seed, weatherCsv }: { seed?: number | undefined; weatherCsv?: string | undefined } = {},
): HouseToRun => ({
  name: file.name,
  installation: createInstallation(seed === undefined ? file : { ...file, seed }, weatherCsv),
  systemId: file.systemId,
  rooms: file.rooms.map(({ name }) => name),
  past: defaultSpan,
});
