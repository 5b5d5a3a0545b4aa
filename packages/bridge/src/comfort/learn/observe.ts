import { unitActivity } from '@plenum/insight/status';
import type { Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed, maxOpening } from '@plenum/protocol/zone';

/** Directions in which a unit changes the temperature. */
export const ways = ['heat', 'cool'] as const;
export type Way = (typeof ways)[number];

/** Sign of a direction: heating raises the temperature. */
export const signOf = (way: Way): 1 | -1 => (way === 'heat' ? 1 : -1);

/** One room with a temperature, in °C; `opening` is the share 0..1 of its highest damper opening. */
export interface RoomReading {
  readonly index: number;
  readonly temperature: number;
  readonly setpoint: number;
  readonly opening: number;
}

/** State of the rooms and the ducted unit of a house at one time, from its datagrams. */
export interface Observation {
  readonly at: number;
  /** Temperature outdoors in °C; undefined if the unit does not report it. */
  readonly outdoor: number | undefined;
  readonly isOn: boolean;
  /** Direction of the running compressor; undefined while it rests. */
  readonly way: Way | undefined;
  /** Share 0..1 of the full capacity; undefined if the unit does not report it. */
  readonly power: number | undefined;
  /** Temperature of the supply air in °C. */
  readonly supply: number;
  /** Greatest distance in K of a room in auto from its setpoint, in the direction of the unit. */
  readonly demand: number;
  /** Number of zones that share the air: the sum of all damper positions. */
  readonly sharing: number;
  readonly rooms: readonly RoomReading[];
}

/** Greatest distance in K of a room from its setpoint which a modulating unit answers with all it has. */
export const fullDemand = 2;
/** Share of the highest damper opening from which a damper counts as fully open. */
const fullyOpen = 0.9;

/** True if the rooms demand all that the unit has, and the damper of this one is open. */
export const hasFullDemand = (
  { way, demand }: Pick<Observation, 'way' | 'demand'>,
  { opening }: Pick<RoomReading, 'opening'>,
): boolean => way !== undefined && demand >= fullDemand && opening >= fullyOpen;

/** Values of `UnitMode` in the status of a unit of brand A. */
const unitModes: readonly (Way | undefined)[] = [undefined, 'cool', 'heat'];

const { auto } = enumerations.zoneMode.values;

/** Returns the direction of the compressor, from the status of a unit of brand A or from its supply air. */
const wayOf = ({ unit: [unit], brandStatus: [status], zone }: Datagrams): Way | undefined => {
  const outputs: Datagrams['brandStatus'][number]['Outputs'] | undefined = status?.Outputs;
  if (outputs !== undefined) return outputs.UnitCapacity > 0 ? unitModes[outputs.UnitMode] : undefined;
  const activity = unitActivity(unit!, zone);
  return activity === 'heat' || activity === 'cool' ? activity : undefined;
};

/**
 * Returns what the datagrams of a house show; undefined if it has no ducted unit. `outdoor` is the temperature outdoors
 * in °C of another source, for a unit that does not report it (`UnitBrandAInfoV2`). Nothing is assumed in place of a
 * value that is missing.
 */
export function observe(at: number, datagrams: Datagrams, outdoor?: number): Observation | undefined {
  const {
    unit: [unit],
    brandStatus: [status],
    zone,
  } = datagrams;
  if (unit === undefined) return undefined;
  const ambient: number | undefined = status?.Temps?.Ambient;
  const capacity: number | undefined = status?.Outputs?.UnitCapacity;
  const way = wayOf(datagrams);
  const measured = zone.filter((one) => isSensed(one) && one.SensorFault !== 1);
  return {
    at,
    outdoor: typeof ambient === 'number' ? ambient / 100 : outdoor,
    isOn: unit.SysOn === 1,
    way,
    power: typeof capacity === 'number' ? capacity / 100 : undefined,
    supply: unit.Supply / 100,
    demand:
      way === undefined
        ? 0
        : Math.max(
            0,
            ...measured
              .filter(({ Mode }) => Mode === auto)
              .map(({ Setpoint, Temp }) => (signOf(way) * (Setpoint - Temp)) / 100),
          ),
    sharing: zone.reduce((sum, { DmpPos }) => sum + DmpPos / 100, 0),
    rooms: measured.map((one) => ({
      index: one.Index,
      temperature: one.Temp / 100,
      setpoint: one.Setpoint / 100,
      opening: one.DmpPos / Math.max(1, maxOpening(one)),
    })),
  };
}
