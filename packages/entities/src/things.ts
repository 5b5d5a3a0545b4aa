import { favouriteThing, lightFavouriteThing, splitFavouriteThing } from './favourite.ts';
import { irrigationThing, programThing, stationThing } from './irrigation.ts';
import { lampThing, lightingThing } from './lighting.ts';
import { channelThing, powerThing } from './power.ts';
import { splitThing, vrfThing } from './room-unit.ts';
import type { AnyThingKind } from './thing.ts';
import { faultsThing, unitThing } from './unit.ts';
import { zoneThing } from './zone.ts';

/** Every kind of thing that has a topic, in the order in which they are published. */
export const thingKinds: readonly AnyThingKind[] = [
  unitThing,
  zoneThing,
  faultsThing,
  favouriteThing,
  splitThing,
  splitFavouriteThing,
  vrfThing,
  irrigationThing,
  programThing,
  stationThing,
  powerThing,
  channelThing,
  lightingThing,
  lampThing,
  lightFavouriteThing,
];
