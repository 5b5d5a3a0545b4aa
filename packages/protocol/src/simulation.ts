export {
  type AnyOverride,
  checkOverride,
  type FaultName,
  faultNames,
  type OverrideBody,
  type OverrideName,
  overrides,
} from './simulation/catalogue.ts';
export type { Override } from './simulation/override.ts';
