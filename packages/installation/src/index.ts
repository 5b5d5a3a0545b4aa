export { createInstallation } from './create-installation.ts';
export { changesBetween } from './draft.ts';
export type { HouseFile } from './house/house.ts';
export { readHouse } from './house/read-house.ts';
export { houseNames, readShippedHouse } from './house/shipped.ts';
export type { HouseIntervention, Installation } from './installation.ts';
export type { Standing } from './intervention/standing.ts';
export type { State } from './state.ts';
