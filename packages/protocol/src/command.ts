export {
  type AnyCommand,
  type Catalogue,
  type CommandBody,
  type CommandName,
  type CommandTo,
  catalogue,
  toCatalogue,
} from './command/catalogue.ts';
export { checkCommand } from './command/check-command.ts';
export { type Effect, effectOf, targetOf } from './command/effect.ts';
export { findPaired } from './command/find-paired.ts';
export { movesGarageDoor } from './command/moves-garage-door.ts';
export { nearest } from './command/nearest.ts';
export type { Availability, BodyOf, Command } from './definition/command.ts';
export { commandsOf, memberOfBody, membersOfBody } from './definition/command.ts';
export type { Subsystem } from './definition/subsystem.ts';
