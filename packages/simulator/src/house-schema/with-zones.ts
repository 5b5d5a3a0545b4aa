import type { DuctedFile, HouseFile } from './house.ts';

/** Floor area in m² of the room that is added for a new zone if every room has a zone. */
const emptyRoom = 12;

type ZoneFile = DuctedFile['zones'][number];
type Room = HouseFile['rooms'][number];

/** The original house file of each house, and the houses derived from it, by their number of zones. */
const files = new WeakMap<HouseFile, HouseFile>();
const made = new WeakMap<HouseFile, Map<number, HouseFile>>();

const freeName = (rooms: readonly Room[]): string => {
  const names = new Set(rooms.map(({ name }) => name));
  for (let number = rooms.length + 1; ; number++) if (!names.has(`Room ${number}`)) return `Room ${number}`;
};

/** Returns the next room without a zone; if there is none, adds an empty room to the house. */
const findRoom = (rooms: Room[], zones: readonly ZoneFile[]): Room => {
  const free = rooms.find(({ name }) => !zones.some(({ room }) => room === name));
  if (free !== undefined) return free;
  const added: Room = { name: freeName(rooms), area: emptyRoom };
  rooms.push(added);
  return added;
};

const make = (file: HouseFile, ducted: DuctedFile, count: number): HouseFile => {
  const rooms = [...file.rooms];
  const zones = ducted.zones.slice(0, count);
  while (zones.length < count) {
    const { name } = findRoom(rooms, zones);
    zones.push({ name: `Zone ${zones.length + 1}`, room: name, type: 'open/close' });
  }
  return { ...file, rooms, ducted: { ...ducted, zones } };
};

/**
 * Returns the house with as many zones in its ducted air conditioner as the installer set (`NoOfZones`): the first
 * zones of its file, then one for each room that has none, then zones with new rooms. Returns the same object for the
 * same number.
 */
export function houseWithZones(house: HouseFile, count: number): HouseFile {
  const file = files.get(house) ?? house;
  const { ducted } = file;
  if (ducted === undefined || ducted.zones.length === count) return file;
  const known = made.get(file) ?? new Map<number, HouseFile>();
  made.set(file, known);
  let found = known.get(count);
  if (found === undefined) {
    found = make(file, ducted, count);
    known.set(count, found);
    files.set(found, file);
  }
  return found;
}
