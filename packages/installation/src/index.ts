export { createInstallation } from './create-installation.ts';
export { changesBetween } from './draft.ts';
export type { HouseFile } from './house/house.ts';
export { readHouse } from './house/read-house.ts';
export { houseNames, readShippedHouse } from './house/shipped.ts';
export type { HouseOverride, Installation } from './installation.ts';
export type { HouseStatus } from './override/status.ts';
export type { State } from './state.ts';
