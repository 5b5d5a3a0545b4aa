export { ductedUnit } from './vrf/resource.ts';
