import type { ComponentKind, Datagrams } from '@plenum/protocol/component';
import type { FaultName, OverrideName } from '@plenum/protocol/simulation';
import { capital, type Option } from '../words.ts';

/** The overrides that have controls elsewhere in the simulator. */
type Drawn =
  | FaultName
  | `Clock${string}`
  | 'Weather'
  | 'Quirks'
  | 'People'
  | 'ZoneWindow'
  | 'SwitchPress'
  | 'LightingPower'
  | 'GarageDoorBlocked';

/** A manual action in a simulated house, with a form generated from its definition. */
type ManualActionName = Exclude<OverrideName, Drawn>;

/**
 * The kind of component that each action requires. The type requires an entry for every override without controls
 * elsewhere.
 */
const kinds: Readonly<Record<ManualActionName, ComponentKind>> = {
  FilterMonths: 'unit',
  SplitsOn: 'split',
  UnitPanel: 'unit',
  SensorPairing: 'zone',
  UnitPowerCut: 'unit',
  LampPower: 'lamp',
  LightingPairing: 'lighting',
};

/** Returns the manual actions that are possible in a house, in the order of the definitions. */
export const manualActionNames = (datagrams: Datagrams): readonly ManualActionName[] =>
  (Object.keys(kinds) as ManualActionName[]).filter((name) => datagrams[kinds[name]].length > 0);

/** Returns the components that an action can be applied to, by name, without removed ones. */
export const manualActionTargets = (name: ManualActionName, datagrams: Datagrams): readonly Option[] =>
  (datagrams[kinds[name]] as readonly { Index?: number; Name?: string; Att?: number }[])
    .filter(({ Att }) => Att !== 0)
    .map(({ Index, Name }) => ({
      value: Index ?? 0,
      label: Name || `${capital(kinds[name])} ${Index ?? ''}`,
    }));

/** Returns the initial values of an action's form; none for actions whose values the house does not report. */
export const presentValues = (
  name: ManualActionName,
  { unit: [unit] }: Datagrams,
): Readonly<Record<string, unknown>> =>
  name === 'UnitPanel' && unit !== undefined
    ? { On: unit.SysOn, Mode: unit.SysMode, Fan: unit.SysFan, Setpoint: unit.Setpoint }
    : {};
