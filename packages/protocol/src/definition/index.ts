export type { Availability, Command, CommandBodyOf } from './command.ts';
export { commandsOf, memberOfBody, membersOfBody } from './command.ts';
export type { ComponentKind } from './resource.ts';
export { type Datagram, membersOf, type Resource, resource } from './resource.ts';
export type { Subsystem } from './subsystem.ts';
export {
  type SubsystemDefinition,
  subsystemNames,
  subsystems,
  subsystemsByPath,
} from './subsystem.ts';
