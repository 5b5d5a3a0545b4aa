import type { Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { createState } from './create-state.ts';
import type { DuctedFile, HouseFile, LightingFile } from './house/house.ts';
import { houseWithZones } from './house/with-zones.ts';
import { assumeHouse, toLampFile, toSwitchFile, wordOf } from './house-file/assumed-house.ts';
import { createHouseModel } from './model/house-model.ts';
import { settingsBetween } from './model/house-settings.ts';
import type { State } from './model/state.ts';

type ZoneFile = DuctedFile['zones'][number];

/** A zone of the file as it is called now, and with the type and the sensor that it has. */
const toZoneFile = (file: ZoneFile, { Name, ZoneType, SensType }: Datagrams['zone'][number]): ZoneFile => {
  const type = wordOf(enumerations.zoneType, ZoneType) ?? file.type;
  const sensor = wordOf(enumerations.sensorType, SensType);
  const { mode, ...rest } = file;
  return {
    ...rest,
    // Another type may not have that mode.
    ...(mode !== undefined && type === file.type && { mode }),
    name: Name === '' ? file.name : Name,
    type,
    ...(sensor !== undefined && { sensor }),
  };
};

/** The lighting of the file with what was paired since, and with the kinds of device that its plant has now. */
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

/** A house with the settings that make of its file what its components show. */
const withDifference = (file: HouseFile, datagrams: Datagrams): HouseFile => {
  // What its weather was does not count here, and may be in a file of its own.
  const { climate: _, ...still } = file;
  const made = createState(createHouseModel(still), 0).datagrams;
  const settings = settingsBetween(made, datagrams);
  return Object.keys(settings).length === 0 ? file : { ...file, settings };
};

/** The file of a living simulated house: its own, with what was installed, named and set since. */
export const exportHouse = (house: HouseFile, { datagrams, plant }: State): HouseFile => {
  const types = plant.lighting?.lamps.map(({ type }) => type) ?? [];
  return withDifference(withComponents(house, datagrams, types), datagrams);
};

/** The file of a house of which only the components are known; its time zone is an IANA name. */
export const exportAssumedHouse = (datagrams: Datagrams, timeZone: string): HouseFile =>
  withDifference(assumeHouse(datagrams, timeZone), datagrams);
