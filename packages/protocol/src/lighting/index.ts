export { type Abilities, abilitiesOf, type DeviceType, deviceTypes } from './device-types.ts';
export { type DoorAim, doorAims, doorTravelTime, longestDoorTravel, needsPress } from './door.ts';
export { favouriteParts, lightingLimits } from './resource.ts';
