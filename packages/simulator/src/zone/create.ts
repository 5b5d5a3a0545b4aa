import { type DatagramOf, type Datagrams, initialDatagram, kinds } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { areaOf, ductsOf } from '../ducted/ducts.ts';
import { withinEcoLimits } from '../ducted/eco-limits.ts';
import { defaultMode } from '../ducted/settle.ts';
import { modesOfZone } from '../ducted/zone-modes.ts';
import { toSetpoint, toValue } from '../house-schema/fields.ts';
import { type DuctedFile, type HouseFile, seedOf } from '../house-schema/house.ts';
import { roundTo, TENTH } from '../model/reading.ts';
import type { Plant, ZonePlant } from '../model/state.ts';
import { type ClimateState, noise, standardPressure, toRelativeHumidity } from '../physics/index.ts';
import { NEUTRAL } from './damper.ts';
import { BATTERIES, isRadio, RADIOS } from './wireless.ts';

const { sensorType, zoneMode, zoneType } = enumerations;

type Zone = DatagramOf<'zone'>;
type ZoneFile = DuctedFile['zones'][number];

/** Setpoint of a zone, in °C, if the file has none. */
const defaultSetpoint = 22;
/** `Const` of a zone that is not constant (wire facts 2). */
export const NO_CONSTANT = 255;

const initialMode = (file: ZoneFile, kind: Pick<Zone, 'ZoneType' | 'SensType'>): number => {
  if (file.mode === undefined) return defaultMode(kind);
  const mode = toValue(zoneMode, file.mode);
  if (modesOfZone(kind).includes(mode)) return mode;
  throw new RangeError(`Zone "${file.name}" of type ${file.type} cannot be in mode ${file.mode}.`);
};

/**
 * Returns the type and sensor of a zone. If the file has no sensor, an auto zone gets a wireless one and other zones
 * none.
 */
export const typeOf = ({ type, sensor }: ZoneFile) => ({
  ZoneType: toValue(zoneType, type),
  SensType: toValue(sensorType, sensor ?? (type === 'auto' ? 'wireless' : 'none')),
});

/** Returns the indexes of the constant zones of a file, in the order of their numbers. */
const constantPlaces = ({ ducted }: HouseFile): readonly number[] =>
  (ducted?.zones ?? []).flatMap(({ type }, place) => (type === 'constant' ? [place] : []));

const createZone = (house: HouseFile, climate: ClimateState, file: ZoneFile, place: number): Zone => {
  const { rooms } = ductsOf(house);
  const constants = constantPlaces(house);
  const room = rooms[place]!;
  const kind = typeOf(file);
  const calibration = Math.round((file.calibration ?? 0) * 10);
  const setpoint = toSetpoint(kinds.zone.fields.properties.Setpoint, file.setpoint ?? defaultSetpoint);
  return {
    ...initialDatagram('zone'),
    Index: place,
    Name: file.name,
    ...kind,
    Mode: initialMode(file, kind),
    Setpoint: withinEcoLimits(house, setpoint),
    Temp: isSensed(kind) ? roundTo(climate.air[room]! * 100 + calibration * 10, TENTH) : 0,
    MaxAir: file.maxAir ?? 100,
    MinAir: file.minAir ?? 0,
    Const: constants.includes(place) ? constants.indexOf(place) + 1 : NO_CONSTANT,
    ConstA: 0,
    Master: 0,
    DmpFlt: 0,
    iSense: kind.SensType === sensorType.values.iSense ? 1 : 0,
    Area: Math.round(areaOf(house, file)),
    Calibration: calibration + 0,
    Bypass: 0,
    DmpPos: file.settings?.DamperSkip === 1 ? 100 : 0,
    RfSignal: 0,
    BattVolt: 0,
    SensorFault: 0,
    BalanceMax: 100,
    BalanceMin: 0,
    DamperSkip: 0,
    ConstClimate: 0,
    Rh: isSensed(kind) ? Math.round(humidityIn(house, climate, room)) : 0,
    DamperLink: 255,
    TabletId: 0,
    ...file.settings,
  };
};

/** Returns the relative humidity of a room in %. */
const humidityIn = ({ place }: HouseFile, { air, humidity }: ClimateState, room: number): number =>
  toRelativeHumidity(air[room]!, humidity[room]!, standardPressure(place.altitude ?? 0));

/** A damper that is never driven is open. */
const createPlant = (house: HouseFile, zone: Zone): ZonePlant => {
  const seed = seedOf(house);
  const position = zone.DamperSkip === 1 ? 100 : 0;
  return {
    position,
    target: position,
    integral: NEUTRAL,
    damperStuck: false,
    sensorFault: false,
    battery: isRadio(zone) ? 0.6 + 0.4 * noise(seed, BATTERIES, zone.Index) : 1,
    radio: isRadio(zone) ? 0.55 + 0.45 * noise(seed, RADIOS, zone.Index) : 1,
    interval: 0,
  };
};

/** Creates the initial zones of a house, in air of the given climate; none if it has no ducted unit. */
export function createZones(
  house: HouseFile,
  climate: ClimateState,
): { datagrams: Pick<Datagrams, 'zone'>; plant: Pick<Plant, 'zones'> } {
  const files = house.ducted?.zones ?? [];
  const zones = files.map((file, place) => createZone(house, climate, file, place));
  return {
    datagrams: { zone: zones },
    plant: { zones: zones.map((zone) => createPlant(house, zone)) },
  };
}
