export { channelSeries, costOf, type EnergyTotals, neverFalling, toTotals, zoneSeries } from './energy.ts';
export { type AnyEntityKind, type Entity, type EntityKind, entitiesOf, keyOf, toState } from './entity.ts';
export { entityKinds } from './entity-kinds.ts';
export {
  favouriteEntity,
  lightFavouriteEntity,
  noPreset,
  presetNames,
  presetSetpoint,
  splitFavouriteEntity,
} from './favourite.ts';
export { irrigationEntity, programEntity, stationEntity } from './irrigation.ts';
export { lampEntity, lightingEntity } from './lighting.ts';
export type { HouseState } from './member.ts';
export { isOperation } from './operation.ts';
export { channelEntity, powerEntity } from './power.ts';
export { roomUnitClimateModes, splitEntity, vrfEntity } from './room-unit.ts';
export { faultsEntity, sleepChoices, unitClimateModes, unitEntity, unitFans } from './unit.ts';
export { labelsOf, limitsOf } from './value.ts';
export { toWellTyped } from './well-typed.ts';
export { isClimate, zoneClimateModes, zoneEntity } from './zone.ts';
