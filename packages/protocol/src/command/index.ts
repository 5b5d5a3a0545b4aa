export {
  type AnyCommand,
  type Catalogue,
  type CommandBody,
  type CommandName,
  type CommandTo,
  catalogue,
  toCatalogue,
} from './catalogue.ts';
export { checkCommand } from './check-command.ts';
export { type Effect, effectOf, targetOf } from './effect.ts';
export { findPaired } from './find-paired.ts';
export { movesGarageDoor } from './moves-garage-door.ts';
export { nearest } from './nearest.ts';
