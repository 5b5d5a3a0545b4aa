export { evapStates } from './evap.ts';
export { unitSettingsOf } from './favourite-settings.ts';
