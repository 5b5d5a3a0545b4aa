export { ductedUnit } from './vrf/resource.ts';
export { allowsSwing } from './vrf/swing.ts';
