import type { ComponentKind, Datagrams } from '@plenum/protocol/component';
import type { FaultName, OverrideName } from '@plenum/protocol/simulation';
import { capital, type Option } from '../words.ts';

/** What has controls of its own in a panel of the simulator. */
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

/** What somebody does in a simulated house with their own hands, by a form from its definition. */
export type ManualActionName = Exclude<OverrideName, Drawn>;

/** The kind of component that a house needs for each; a new override is a compile error here, or has controls of its own. */
const kinds: Readonly<Record<ManualActionName, ComponentKind>> = {
  FilterMonths: 'unit',
  SplitsOn: 'split',
  UnitPanel: 'unit',
  SensorPairing: 'zone',
  UnitPowerCut: 'unit',
  LampPower: 'lamp',
  LightingPairing: 'lighting',
};

/** What can be done by hand in a house, in the order of the definitions. */
export const manualActionNames = (datagrams: Datagrams): readonly ManualActionName[] =>
  (Object.keys(kinds) as ManualActionName[]).filter((name) => datagrams[kinds[name]].length > 0);

/** The components that something can be done to, by name; what was removed is left out. */
export const manualActionTargets = (name: ManualActionName, datagrams: Datagrams): readonly Option[] =>
  (datagrams[kinds[name]] as readonly { Index?: number; Name?: string; Att?: number }[])
    .filter(({ Att }) => Att !== 0)
    .map(({ Index, Name }) => ({
      value: Index ?? 0,
      label: Name || `${capital(kinds[name])} ${Index ?? ''}`,
    }));

/** What the component shows now of what would be set, where that is set by itself. */
export const presentValues = (
  name: ManualActionName,
  { unit: [unit] }: Datagrams,
): Readonly<Record<string, unknown>> =>
  name === 'UnitPanel' && unit !== undefined
    ? { On: unit.SysOn, Mode: unit.SysMode, Fan: unit.SysFan, Setpoint: unit.Setpoint }
    : {};
