import { type AnyCommand, targetOf } from '@plenum/protocol/command';
import { type Datagrams, findDatagram } from '@plenum/protocol/component';

/** The command that switches on the unit that a setpoint applies to. */
interface SwitchOn {
  readonly kind: 'unit' | 'split' | 'vrf';
  /** The name of the split or fan-coil; the ducted unit has none. */
  readonly name: string | undefined;
  readonly command: AnyCommand;
}

const setpoints = new Set([
  'SysSetpoint',
  'ZoneSetpoint',
  'SplitSystemZoneSetpoint',
  'VrfSystemZoneSetpoint',
]);

/** The type of a system that only controls zones, since its unit has a separate controller. */
const zonesOnly = 210;

/** Returns the offer to switch on the unit that a changed setpoint applies to; `undefined` unless that unit is off. */
export const switchOnFor = (given: AnyCommand, datagrams: Datagrams): SwitchOn | undefined => {
  if (!setpoints.has(given.name)) return undefined;
  const { kind, index } = targetOf(given);
  if (kind === 'split' || kind === 'vrf') {
    const unit = findDatagram(datagrams, kind, index);
    if (unit === undefined || unit.On === 1) return undefined;
    const name = kind === 'split' ? 'SplitSystemZoneOn' : 'VrfSystemZoneOn';
    return { kind, name: unit.Name, command: { name, body: { Index: index, On: 1 } } as AnyCommand };
  }
  const [unit] = datagrams.unit;
  if (unit === undefined || unit.SysOn === 1 || unit.SysType === zonesOnly) return undefined;
  return { kind: 'unit', name: undefined, command: { name: 'SysOn', body: 1 } };
};
