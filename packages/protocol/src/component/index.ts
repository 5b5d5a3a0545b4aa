export { fromComponentId, toComponentId } from './component-id.ts';
export { counters, countsOf, withoutUncounted } from './counted.ts';
export { initialDatagram, withCompleteLists } from './initial.ts';
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
  recordOf,
} from './kinds.ts';
export { withoutClock } from './mirrors-clock.ts';
export { replaceComponent } from './replace.ts';
