export {
  type AnyOverride,
  checkOverride,
  type FaultName,
  faultNames,
  type OverrideBody,
  type OverrideName,
  overrides,
} from './catalogue.ts';
export {
  overrideEndpoints,
  type RequestsAnswer,
  type SimulationStatus,
  type SnapshotsAnswer,
  simulationEndpoints,
} from './endpoints.ts';
export {
  checkHostedOverride,
  componentsPath,
  type HostedOverride,
  type HostedStatus,
  type HostedSwitch,
  hostedOverrides,
  hostedSwitches,
} from './hosted.ts';
export type { Override } from './override.ts';
export type { Stepping } from './stepping.ts';
export { longestStep } from './world.ts';
