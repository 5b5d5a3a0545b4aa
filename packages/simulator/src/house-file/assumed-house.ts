import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import { type Enumeration, enumerations } from '@plenum/protocol/field';
import { deviceTypes } from '@plenum/protocol/lighting';
import type {
  DuctedFile,
  HouseFile,
  IrrigationFile,
  LightingFile,
  PowerFile,
} from '../house-schema/house.ts';

/** Assumed area of a room in m² and capacity of a unit in kW. */
const defaultArea = 15;
const defaultCooling = 3.5;
const defaultSolar = 5;
const nameBytes = 15;

const within = (value: unknown, min: number, max: number, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0
    ? Math.min(max, Math.max(min, value))
    : otherwise;

/**
 * Returns the label of an enumeration for a value on the wire, or undefined if the enumeration does not have that
 * value.
 */
export const wordOf = <Label extends string>(of: Enumeration<Label>, value: unknown): Label | undefined =>
  (Object.keys(of.values) as Label[]).find((label) => of.values[label] === value);

/** Returns a name that is valid in a file. A device may send any text. */
const nameOf = (sent: unknown, otherwise: string): string => {
  const text = typeof sent === 'string' ? sent.trim() : '';
  return text === '' || Buffer.byteLength(text) > nameBytes || /\p{C}/u.test(text) ? otherwise : text;
};

/** Returns a label as a member of a file, or no member if there is no label. */
const member = <Key extends string, Word>(key: Key, word: Word | undefined) =>
  (word === undefined ? {} : { [key]: word }) as { readonly [K in Key]?: Word };

type Room = HouseFile['rooms'][number];

/** Collects the rooms of a house, each with a unique name. */
const createRooms = () => {
  const rooms: Room[] = [];
  return {
    rooms,
    add: (wanted: string, area: unknown = defaultArea): string => {
      let name = wanted;
      for (let number = 2; rooms.some((room) => room.name === name); number++) name = `${wanted} ${number}`;
      rooms.push({ name, area: within(area, 1, 10_000, defaultArea) });
      return name;
    },
    /** Returns the room with a name; if there is none, the first room. */
    find: (name: unknown): string => (rooms.find((room) => room.name === name) ?? rooms[0]!).name,
  };
};
type Rooms = ReturnType<typeof createRooms>;

const toDucted = ({ unit: [unit], zone }: Datagrams, rooms: Rooms): DuctedFile | undefined => {
  if (unit === undefined) return undefined;
  const zones = zone.map(({ Index, Name, Area, ZoneType, SensType }): DuctedFile['zones'][number] => {
    const name = nameOf(Name, `Zone ${Index + 1}`);
    return {
      name,
      room: rooms.add(name, Area),
      type: wordOf(enumerations.zoneType, ZoneType) ?? 'open/close',
      ...member('sensor', wordOf(enumerations.sensorType, SensType)),
    };
  });
  return {
    unit: {
      ...member('cpu', wordOf(enumerations.cpuType, unit.CpuType)),
      ...member('returnAir', wordOf(enumerations.returnAirSensor, unit.RAS)),
      ...(unit.SysType === 210 && { control: 'zones' as const }),
      cooling: within(unit.FanUnitCapacity, 1, 200, 10),
      airflow: within(unit.FanCapacity, 50, 20_000, 600),
      iSave: unit.iSaveEnable === 1,
    },
    zones,
  };
};

const toSplits = ({ split, splitSystem: [system] }: Datagrams, rooms: Rooms): HouseFile['splits'] =>
  split.length === 0
    ? undefined
    : {
        maxZones: within(system?.MaxZones, 5, 14, 14),
        maxFavourites: within(system?.MaxFavs, 4, 9, 9),
        units: split.map(({ Index: index, Name, Att, Brand }) => {
          const name = nameOf(Name, `Split ${index}`);
          const room = rooms.add(name);
          return { index, name, room, cooling: defaultCooling, paired: Att !== 0, brandFans: Brand === 1 };
        }),
      };

const toVrf = ({ vrf }: Datagrams, rooms: Rooms): HouseFile['vrf'] => {
  // Skipped because unit 0 mirrors the ducted unit.
  const units = vrf.filter(({ X }) => X > 0);
  if (units.length === 0) return undefined;
  return {
    units: units.map(({ X: number, Name, Ms, Rf, SwAl }) => {
      const name = nameOf(Name, `Unit ${number}`);
      return {
        number,
        name,
        room: rooms.add(name),
        cooling: defaultCooling,
        master: Ms === 1,
        remoteSensor: Rf === 1,
        ...member('swings', wordOf(enumerations.swing, SwAl)),
      };
    }),
  };
};

const toIrrigation = ({ irrigation: [controller], station }: Datagrams): IrrigationFile | undefined =>
  controller === undefined || station.length === 0
    ? undefined
    : { stations: station.map(({ Index, Name }) => ({ name: nameOf(Name, `Station ${Index + 1}`) })) };

type Channel = DatagramOf<'power'>['Devices'][number]['Channels'][number];
type ChannelFile = PowerFile['devices'][number]['channels'][number];

const toPower = ({ power: [monitor] }: Datagrams): PowerFile | undefined => {
  if (monitor === undefined) return undefined;
  const toChannel = ({ Name, Generate, Enabled }: Channel, place: number): ChannelFile => ({
    name: nameOf(Name, `Channel ${place + 1}`),
    measures: Enabled === 1 && Generate === 1 ? 'solar' : 'nothing',
  });
  const installed = (monitor.Devices ?? []).findLastIndex(
    ({ Enabled, Name }) => Enabled === 1 || Name !== '',
  );
  const devices = (monitor.Devices ?? []).slice(0, Math.max(1, installed + 1));
  if (devices.length === 0) return undefined;
  return {
    solar: defaultSolar,
    devices: devices.map(({ Name, Enabled, Channels }, place) => ({
      name: nameOf(Name, `Device ${place + 1}`),
      enabled: Enabled === 1,
      channels: Channels.map(toChannel),
    })),
  };
};

/** Returns the file's entry of a paired lamp, with the kind derived from its datagram. */
export function toLampFile(lamp: DatagramOf<'lamp'>, room: string): LightingFile['lamps'][number] {
  const number = Object.entries(deviceTypes).find(([, text]) => text === lamp.Type)?.[0];
  const type = wordOf(enumerations.deviceType, Number(number));
  return { name: nameOf(lamp.Name, `Lamp ${lamp.Index}`), room, ...member('type', type) };
}

/** Returns the file's entry of a paired wall switch. The targets of the switch are among the settings. */
export const toSwitchFile = ({ NoBut }: DatagramOf<'wallSwitch'>) => ({
  buttons: Array.from({ length: within(NoBut, 1, 3, 1) }, () => ({ does: 'none' as const })),
});

const toLighting = ({ lighting: [system], lamp, wallSwitch }: Datagrams, rooms: Rooms) => {
  if (system === undefined || lamp.length === 0) return undefined;
  const pageOf = (no: number) => (system as Record<string, unknown>)[`Pg${no + 1}N`];
  return {
    lamps: lamp.map((each) => toLampFile(each, rooms.find(pageOf(each.PgNo)))),
    switches: wallSwitch.map(toSwitchFile),
  };
};

/**
 * Returns the house of a real bridge: the values of its datagrams, with typical values for the rest (rooms, walls,
 * weather, capacities, loads of a channel). The time zone is that of the person who exports it.
 */
export function assumeHouse(datagrams: Datagrams, timeZone: string): HouseFile {
  const rooms = createRooms();
  const ducted = toDucted(datagrams, rooms);
  const splits = toSplits(datagrams, rooms);
  const vrf = toVrf(datagrams, rooms);
  if (rooms.rooms.length === 0) rooms.add('House', 100);
  const irrigation = toIrrigation(datagrams);
  const power = toPower(datagrams);
  const lighting = toLighting(datagrams, rooms);
  return {
    name: nameOf(datagrams.unit[0]?.Tag1, 'House'),
    place: { latitude: -33.8, longitude: 151.1, timeZone },
    rooms: rooms.rooms,
    ...(ducted !== undefined && { ducted }),
    ...(splits !== undefined && { splits }),
    ...(vrf !== undefined && { vrf }),
    ...(irrigation !== undefined && { irrigation }),
    ...(power !== undefined && { power }),
    ...(lighting !== undefined && { lighting }),
  };
}
