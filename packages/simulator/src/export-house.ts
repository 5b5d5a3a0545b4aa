import { componentKinds, type Datagrams, withCompleteLists } from '@plenum/protocol/component';
import { enumerations, tableOf } from '@plenum/protocol/field';
import { createState } from './create-state.ts';
import { abilitiesOf } from './ducted/abilities.ts';
import { modesOfZone } from './ducted/zone-modes.ts';
import { assumeHouse, toLampFile, toSwitchFile, wordOf } from './house-file/assumed-house.ts';
import type { DuctedFile, HouseFile, LightingFile } from './house-schema/house.ts';
import { houseWithZones } from './house-schema/with-zones.ts';
import { settingsBetween } from './model/apply-settings.ts';
import { createHouseModel } from './model/house-model.ts';
import type { State } from './model/state.ts';
import { typeOf } from './zone/create.ts';

type ZoneFile = DuctedFile['zones'][number];
type FavouriteFile = NonNullable<DuctedFile['favourites']>[number];
type Favourite = Datagrams['schedule'][number];

/** Returns a zone of the file with its current name, type and sensor. */
const toZoneFile = (file: ZoneFile, { Name, ZoneType, SensType }: Datagrams['zone'][number]): ZoneFile => {
  const type = wordOf(enumerations.zoneType, ZoneType) ?? file.type;
  const sensor = wordOf(enumerations.sensorType, SensType);
  const { mode, ...rest } = file;
  return {
    ...rest,
    // Zones of another type might lack this mode.
    ...(mode !== undefined && type === file.type && { mode }),
    name: Name === '' ? file.name : Name,
    type,
    ...(sensor !== undefined && { sensor }),
  };
};

const hasMode = (zone: ZoneFile | undefined, mode: number): boolean =>
  zone !== undefined && modesOfZone(typeOf(zone)).includes(mode);

/**
 * Returns each zone's mode and setpoint in a favourite. A mode that the zone no longer has becomes `close` here; the
 * actual mode is added to `settings`.
 */
const toFavouriteZones = ({ Zones }: Favourite, zones: readonly ZoneFile[]) =>
  zones.map((zone, place): NonNullable<FavouriteFile['zones']>[number] => {
    const { Mode, Setpoint } = Zones[place]!;
    const mode = hasMode(zone, Mode) ? wordOf(enumerations.zoneMode, Mode) : undefined;
    return { mode: mode ?? 'close', setpoint: Setpoint / 100 };
  });

/** True if a favourite of the file lists exactly the current zones, in modes that they have. */
const isStill = ({ zones: set = [] }: FavouriteFile, zones: readonly ZoneFile[]): boolean =>
  set.length === zones.length &&
  set.every(({ mode }, place) => hasMode(zones[place], enumerations.zoneMode.values[mode]));

/** Returns the house with the favourites of its file and those named later, each with an entry for every zone. */
const withFavourites = (house: HouseFile, schedule: Datagrams['schedule']): HouseFile => {
  const { ducted } = house;
  if (ducted === undefined) return house;
  const files = ducted.favourites ?? [];
  const used = schedule.findLastIndex(({ Name }, place) => files[place] !== undefined || Name !== '');
  if (used < 0) return house;
  const { modes, fans } = abilitiesOf(house);
  const mode = wordOf(enumerations.sysMode, modes[0])!;
  const fan = wordOf(enumerations.sysFan, fans[0])!;
  const { zones } = ducted;
  const favourites = schedule.slice(0, used + 1).map((favourite, place) => {
    const file = files[place] ?? { name: favourite.Name, mode, fan };
    return isStill(file, zones) ? file : { ...file, zones: toFavouriteZones(favourite, zones) };
  });
  return { ...house, ducted: { ...ducted, favourites } };
};

/** Returns the lighting of the file with the devices paired later and the current kinds of the plant's devices. */
const toLightingFile = (
  file: LightingFile,
  { lamp, wallSwitch }: Datagrams,
  types: readonly number[],
  room: string,
): LightingFile => ({
  ...file,
  lamps: lamp.map((each, place) => {
    const known = file.lamps[place] ?? toLampFile(each, room);
    const type = wordOf(enumerations.deviceType, types[place]) ?? known.type;
    return { ...known, name: each.Name === '' ? known.name : each.Name, ...(type !== undefined && { type }) };
  }),
  switches: wallSwitch.map((each, place) => file.switches?.[place] ?? toSwitchFile(each)),
});

const withComponents = (house: HouseFile, datagrams: Datagrams, types: readonly number[]): HouseFile => {
  const { settings: _, ...file } = houseWithZones(house, datagrams.zone.length);
  const { ducted, lighting, rooms } = file;
  return {
    ...file,
    ...(ducted !== undefined && {
      ducted: {
        ...ducted,
        zones: ducted.zones.map((zone, place) => toZoneFile(zone, datagrams.zone[place]!)),
      },
    }),
    ...(lighting !== undefined && {
      lighting: toLightingFile(lighting, datagrams, types, rooms[0]!.name),
    }),
  };
};

/** Adds the settings in which the components of a running house differ from its house file. */
const withDifference = (file: HouseFile, datagrams: Datagrams): HouseFile => {
  // The climate does not affect the components here, and it may be in a separate file.
  const { climate: _, ...still } = file;
  const made = createState(createHouseModel(still), 0).datagrams;
  const settings = settingsBetween(made, datagrams);
  return Object.keys(settings).length === 0 ? file : { ...file, settings };
};

/**
 * Returns the file of a running simulated house: the original file plus all later installations, names and settings.
 */
export function exportHouse(house: HouseFile, { datagrams, plant }: State): HouseFile {
  const types = plant.lighting?.lamps.map(({ type }) => type) ?? [];
  const file = withComponents(house, datagrams, types);
  return withDifference(withFavourites(file, datagrams.schedule), datagrams);
}

/**
 * Returns a file for a house of which only the components are known, possibly without some of their members. `timeZone`
 * is an IANA name.
 */
export function exportAssumedHouse(received: Datagrams, timeZone: string): HouseFile {
  const datagrams = tableOf<Datagrams>(
    componentKinds,
    (kind) => received[kind].map((each) => withCompleteLists(kind, each)) as Datagrams[typeof kind],
  );
  return withDifference(withFavourites(assumeHouse(datagrams, timeZone), datagrams.schedule), datagrams);
}
