export {
  type AnyIntervention,
  checkIntervention,
  type FaultName,
  faultNames,
  type InterventionBody,
  type InterventionName,
  interventions,
} from './simulation/catalogue.ts';
export type { Intervention } from './simulation/intervention.ts';
