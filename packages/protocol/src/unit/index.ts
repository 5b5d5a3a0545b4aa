export { evapStates } from './evap.ts';
