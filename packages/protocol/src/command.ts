export {
  type AnyCommand,
  type Catalogue,
  type CommandBody,
  type CommandName,
  catalogue,
  toCatalogue,
} from './command/catalogue.ts';
export { checkCommand } from './command/check-command.ts';
export type { BodyOf, Command, Door, Subsystem } from './command/command.ts';
export { commandsOf } from './command/command.ts';
export { nearest } from './command/nearest.ts';
