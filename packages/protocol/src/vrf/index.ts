export { ductedUnit } from './resource.ts';
export { allowsSwing } from './swing.ts';
