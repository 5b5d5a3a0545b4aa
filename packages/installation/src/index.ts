export { type FavouriteTimes, lastDueFavourite } from './calendar/favourite-times.ts';
export type { HouseFile } from './house/house.ts';
export { readHouse } from './house-file/read.ts';
export { houseNames, readShippedHouse } from './house-file/shipped.ts';
export { createInstallation, type Installation } from './installation.ts';
export { changesBetween } from './model/draft.ts';
export type { State } from './model/state.ts';
export type { HouseOverride } from './override/rules.ts';
export type { HouseStatus } from './override/status.ts';
