export { type Abilities, abilitiesOf, type DeviceType, deviceTypes } from '../lighting/device-types.ts';
export { type DoorAim, doorAims, doorTravelTime, longestDoorTravel, needsPress } from '../lighting/door.ts';
export { favouriteParts, lightingLimits } from '../lighting/resource.ts';
export { evapStates } from '../unit/evap.ts';
export { maxOpening, minOpening } from '../zone/opening.ts';
export { isSensed, measuredFields } from '../zone/sensed.ts';
export { fromComponentId, toComponentId } from './component-id.ts';
export { counters, countsOf, withoutUncounted } from './counted.ts';
export { initialDatagram } from './initial.ts';
export {
  type ComponentKind,
  type ComponentRef,
  componentKinds,
  type DatagramOf,
  type Datagrams,
  findDatagram,
  indexOf,
  kinds,
  nothingInstalled,
} from './kinds.ts';
export { withoutClock } from './mirrors-clock.ts';
export { replaceComponent } from './replace.ts';
