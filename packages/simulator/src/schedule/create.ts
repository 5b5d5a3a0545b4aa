import { type DatagramOf, type Datagrams, initialDatagram, kinds } from '@plenum/protocol/component';
import { enumerations, weekdays } from '@plenum/protocol/field';
import { abilitiesOf } from '../ducted/abilities.ts';
import { withinEcoLimits } from '../ducted/eco-limits.ts';
import { CLOSE } from '../ducted/zone-modes.ts';
import { readTime, toSetpoint, toValue } from '../house-schema/fields.ts';
import type { DuctedFile, HouseFile } from '../house-schema/house.ts';

const { sysFan, sysMode, zoneMode } = enumerations;

type Favourite = DatagramOf<'schedule'>;
type Zones = readonly DatagramOf<'zone'>[];
type FavouriteFile = NonNullable<DuctedFile['favourites']>[number];

const COUNT = 9;
const ZONES = 14;
/** The entry of a zone that is not installed. */
const noZone = { Mode: CLOSE, Setpoint: 2200 };

/**
 * Returns a time in the form of the wire. An hour of 31 and a minute of 63 switch the start or stop off
 * (interface 2.4).
 */
const toTime = (written: string | undefined): { hour: number; minute: number } =>
  (written === undefined ? undefined : readTime(written)) ?? { hour: 31, minute: 63 };

const zoneEntry = (
  house: HouseFile,
  file: NonNullable<FavouriteFile['zones']>[number] | undefined,
  zone: Zones[number] | undefined,
): Favourite['Zones'][number] => {
  const { Mode, Setpoint } = zone ?? noZone;
  if (file === undefined) return { Mode, Setpoint };
  const setpoint =
    file.setpoint === undefined ? Setpoint : toSetpoint(kinds.zone.fields.properties.Setpoint, file.setpoint);
  return { Mode: toValue(zoneMode, file.mode), Setpoint: withinEcoLimits(house, setpoint) };
};

const fromFile = (house: HouseFile, zones: Zones, file: FavouriteFile, Index: number): Favourite => {
  const start = toTime(file.start);
  const stop = toTime(file.stop);
  const runs = weekdays.map((day) => [day, (file.days ?? weekdays).includes(day) ? 1 : 0]);
  return {
    ...initialDatagram('schedule'),
    Index,
    Name: file.name,
    Enabled: file.enabled === true ? 1 : 0,
    Mode: toValue(sysMode, file.mode),
    Fan: toValue(sysFan, file.fan),
    StartH: start.hour,
    StartM: start.minute,
    StopH: stop.hour,
    StopM: stop.minute,
    DaysEnabled: Object.fromEntries(runs) as Favourite['DaysEnabled'],
    Zones: Array.from({ length: ZONES }, (_, place) => zoneEntry(house, file.zones?.[place], zones[place])),
  };
};

/**
 * Creates an unused favourite, which has an empty name (wire facts 2). Its entries have the initial settings of the
 * zones until `SchedZones` sets others.
 */
const unused = (house: HouseFile, zones: Zones, Index: number): Favourite => {
  const { modes, fans } = abilitiesOf(house);
  return {
    ...initialDatagram('schedule'),
    Index,
    Name: '',
    Enabled: 0,
    Mode: modes[0]!,
    Fan: fans[0]!,
    StartH: 31,
    StartM: 63,
    StopH: 31,
    StopM: 63,
    DaysEnabled: { M: 0, Tu: 0, W: 0, Th: 0, F: 0, Sa: 0, Su: 0 },
    Zones: Array.from({ length: ZONES }, (_, place) => zoneEntry(house, undefined, zones[place])),
  };
};

/** Creates the nine initial favourites of a house, or none if it has no ducted unit. */
export function createSchedules(house: HouseFile, zones: Zones): Pick<Datagrams, 'schedule'> {
  const { ducted } = house;
  if (ducted === undefined) return { schedule: [] };
  const files = ducted.favourites ?? [];
  const schedule = Array.from({ length: COUNT }, (_, index) => {
    const file = files[index];
    return file === undefined ? unused(house, zones, index) : fromFile(house, zones, file, index);
  });
  return { schedule };
}
