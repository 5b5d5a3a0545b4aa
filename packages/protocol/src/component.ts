export { fromComponentId, toComponentId } from './component/component-id.ts';
export { counters, countsOf, withoutUncounted } from './component/counted.ts';
export { initialDatagram } from './component/initial.ts';
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
} from './component/kinds.ts';
export { withoutClock } from './component/mirrors-clock.ts';
export { replaceComponent } from './component/replace.ts';
export { type Abilities, abilitiesOf, type DeviceType, deviceTypes } from './lighting/device-types.ts';
export { type DoorAim, doorAims, doorTravelTime, longestDoorTravel, needsPress } from './lighting/door.ts';
export { favouriteParts, lightingLimits } from './lighting/resource.ts';
export { evapStates } from './unit/evap.ts';
export { maxOpening, minOpening } from './zone/opening.ts';
export { isSensed, measuredFields } from './zone/sensed.ts';
