import { type Activity, type Status, splitStatus, vrfStatus, zoneStatus } from '@plenum/insight/status';
import type { CommandName } from '@plenum/protocol/command';
import type { ComponentKind, Datagrams } from '@plenum/protocol/component';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import { describeStatus } from '../../reading/house/status.ts';
import { type Warning, warningsOf } from '../../reading/house/warning.ts';
import type { Scale } from '../../reading/number/temperature.ts';

/** One room in a list or on a wall, with any kind of unit. Temperatures are in hundredths of a degree Celsius. */
export interface RoomRow {
  readonly kind: ComponentKind & ('zone' | 'split' | 'vrf');
  readonly index: number;
  readonly name: string;
  /** Missing if the room has no temperature sensor. */
  readonly temperature?: number;
  /** Missing for a zone without a sensor. */
  readonly setpoint?: number;
  readonly command: CommandName;
  readonly activity: Activity | 'alert';
  /** Its status in a few words, or its most serious fault. */
  readonly label: string;
}

type RowOptions = Omit<RoomRow, 'activity' | 'label'> & {
  readonly status: Status;
  readonly warnings: readonly Warning[];
};

const toRow = ({ status, warnings, ...room }: RowOptions, scale: Scale): RoomRow => {
  const { activity, label } = describeStatus(status, scale);
  const fault = warnings.find(({ about }) => about === 'fault');
  return {
    ...room,
    ...(fault === undefined ? { activity, label } : { activity: 'alert', label: fault.title }),
  };
};

/** Returns all rooms of a house in the order of its overview: zones, splits, fan-coils. */
export function toRows({ unit, zone, split, vrf }: Datagrams, scale: Scale): readonly RoomRow[] {
  const [ducted] = unit;
  const zones = ducted === undefined ? [] : zone;
  return [
    ...zones.map((one) =>
      toRow(
        {
          kind: 'zone',
          index: one.Index,
          name: one.Name,
          ...(isSensed(one) && { temperature: one.Temp, setpoint: one.Setpoint }),
          command: 'ZoneSetpoint',
          status: zoneStatus(one, ducted!),
          warnings: warningsOf('zone', one, scale),
        },
        scale,
      ),
    ),
    ...split
      .filter(({ Att }) => Att === 1)
      .map((one) =>
        toRow(
          {
            kind: 'split',
            index: one.Index,
            name: one.Name,
            setpoint: one.Setpoint,
            command: 'SplitSystemZoneSetpoint',
            status: splitStatus(one),
            warnings: warningsOf('split', one, scale),
          },
          scale,
        ),
      ),
    ...vrf
      .filter(({ X }) => X !== ductedUnit)
      .map((one) =>
        toRow(
          {
            kind: 'vrf',
            index: one.X,
            name: one.Name,
            temperature: one.Ra,
            setpoint: one.Sp,
            command: 'VrfSystemZoneSetpoint',
            status: vrfStatus(one),
            warnings: warningsOf('vrf', one, scale),
          },
          scale,
        ),
      ),
  ];
}

/** Removes accents from letters, so that `salon` finds `Salón`. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the rooms whose name or status contains each of the words. */
export function findRows(rows: readonly RoomRow[], words: string): readonly RoomRow[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return rows.filter(({ name, label }) => {
    const text = plain(`${name} ${label}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** The kinds of components that the overview shows. */
const installed = ['unit', 'zone', 'split', 'vrf', 'power', 'irrigation'] as const;

/** True if the house has no component that the overview shows. */
export const isEmpty = (datagrams: Datagrams): boolean =>
  installed.every((kind) => datagrams[kind].length === 0);

/** Maximum number of rooms of one kind that are shown as cards. */
const maxCards = 12;

/** True if a house has too many rooms for cards. */
export const isLarge = ({ zone, split, vrf }: Datagrams): boolean =>
  [zone, split, vrf].some(({ length }) => length > maxCards);

/**
 * Returns the number of columns of a wall at which the tiles of `count` rooms are a little wider than high, on a
 * display with a ratio of width to height of `proportion`.
 */
export const columnsOf = (count: number, proportion: number): number =>
  Math.max(1, Math.min(count, Math.ceil(Math.sqrt((count * proportion) / 1.2))));
