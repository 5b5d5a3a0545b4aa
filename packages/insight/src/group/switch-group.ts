import type { Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import type { RoomCommand } from './rooms.ts';

const { open, close, auto } = enumerations.zoneMode.values;
const openClose = enumerations.zoneType.values['open/close'];

/**
 * Returns the zones of a group, and whether their unit supplies air. A unit with its own controls counts as always on.
 */
const zonesOf = ({ unit, zone }: Datagrams, ids: ReadonlySet<string>) => {
  const [ducted] = unit;
  const switchable = ducted !== undefined && ducted.SysType !== 210;
  return {
    switchable,
    unitIsOn: ducted !== undefined && (!switchable || ducted.SysOn === 1),
    own: ducted === undefined ? [] : zone.filter(({ Index }) => ids.has(`zone ${Index}`)),
    others: zone.filter(({ Index }) => !ids.has(`zone ${Index}`)),
  };
};
const unitsOf = ({ split, vrf }: Datagrams, ids: ReadonlySet<string>) => ({
  split: split.filter(({ Index, Att, Act }) => ids.has(`split ${Index}`) && Att === 1 && Act !== 0),
  vrf: vrf.filter(({ X, Ac }) => ids.has(`vrf ${X}`) && X !== ductedUnit && Ac !== 0),
});

/** True if any room of a group is on: a zone that gets air, or a running split or fan-coil. */
export function isGroupOn(house: Datagrams, ids: ReadonlySet<string>): boolean {
  const { unitIsOn, own } = zonesOf(house, ids);
  const { split, vrf } = unitsOf(house, ids);
  return (
    (unitIsOn && own.some(({ Mode }) => Mode !== close)) ||
    split.some(({ On }) => On === 1) ||
    vrf.some(({ On }) => On === 1)
  );
}

/**
 * Returns the commands that switch a group off or on. Zones close, or follow their temperature again. The unit is
 * switched off with the last open zone, and on with the first.
 */
export function switchGroup(house: Datagrams, ids: ReadonlySet<string>, on: boolean): readonly RoomCommand[] {
  const { switchable, unitIsOn, own, others } = zonesOf(house, ids);
  const { split, vrf } = unitsOf(house, ids);
  const isUnitMeant = own.length > 0 && switchable && (on || others.every(({ Mode }) => Mode === close));
  const flag = on ? 1 : 0;
  return [
    ...(isUnitMeant && unitIsOn !== on ? [['SysOn', flag] as const] : []),
    ...own
      .filter(({ Mode }) => (Mode === close) === on)
      .map((zone): RoomCommand => {
        const follows = isSensed(zone) && zone.ZoneType !== openClose;
        return ['ZoneMode', { Index: zone.Index, Mode: on ? (follows ? auto : open) : close }];
      }),
    ...split
      .filter(({ On }) => On !== flag)
      .map(({ Index }): RoomCommand => ['SplitSystemZoneOn', { Index, On: flag }]),
    ...vrf
      .filter(({ On }) => On !== flag)
      .map(({ X }): RoomCommand => ['VrfSystemZoneOn', { Index: X, On: flag }]),
  ];
}
