import type { AnyEntityKind } from './entity.ts';
import { favouriteEntity, lightFavouriteEntity, splitFavouriteEntity } from './favourite.ts';
import { irrigationEntity, programEntity, stationEntity } from './irrigation.ts';
import { lampEntity, lightingEntity } from './lighting.ts';
import { channelEntity, powerEntity } from './power.ts';
import { splitEntity, vrfEntity } from './room-unit.ts';
import { faultsEntity, unitEntity } from './unit.ts';
import { zoneEntity } from './zone.ts';

/** Every kind of entity that has a topic, in the order in which they are published. */
export const entityKinds: readonly AnyEntityKind[] = [
  unitEntity,
  zoneEntity,
  faultsEntity,
  favouriteEntity,
  splitEntity,
  splitFavouriteEntity,
  vrfEntity,
  irrigationEntity,
  programEntity,
  stationEntity,
  powerEntity,
  channelEntity,
  lightingEntity,
  lampEntity,
  lightFavouriteEntity,
];
