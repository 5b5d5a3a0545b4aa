export {
  type AnyOverride,
  checkOverride,
  type FaultName,
  faultNames,
  type OverrideBody,
  type OverrideName,
  overrides,
} from './catalogue.ts';
export { overrideEndpoints, type SimulationStatus, simulationEndpoints } from './endpoints.ts';
export type { Override } from './override.ts';
