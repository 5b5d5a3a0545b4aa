export { maxOpening, minOpening } from './opening.ts';
export { zone } from './resource.ts';
export { isSensed, measuredFields } from './sensed.ts';
