export {
  type AutomaticAction,
  type AutomaticEnding,
  type AutomationAnswer,
  automationEndpoints,
} from './endpoints.ts';
export {
  type AutomaticKind,
  type AutomaticSettings,
  automaticKindNames,
  automaticKinds,
  checkAutomatic,
  defaultAutomatic,
} from './kinds.ts';
