import type { Command, CommandBodyOf } from '../definition/command.ts';
import type { ComponentKind } from '../definition/resource.ts';
import { irrigationCommands } from '../irrigation/commands.ts';
import { lightingCommands } from '../lighting/commands.ts';
import { powerCommands, powerSetupCommands } from '../power/commands.ts';
import { scheduleCommands } from '../schedule/commands.ts';
import { splitCommands } from '../split/commands.ts';
import { coolerCommands, ventilationCommands } from '../unit/air-commands.ts';
import { unitCommands } from '../unit/commands.ts';
import { unitSetupCommands } from '../unit/installer-commands.ts';
import { vrfCommands } from '../vrf/commands.ts';
import { zoneCommands, zoneSetupCommands } from '../zone/commands.ts';

const definitions = [
  ...unitCommands,
  ...zoneCommands,
  ...scheduleCommands,
  ...splitCommands,
  ...vrfCommands,
  ...irrigationCommands,
  ...powerCommands,
  ...lightingCommands,
  ...unitSetupCommands,
  ...ventilationCommands,
  ...coolerCommands,
  ...zoneSetupCommands,
  ...powerSetupCommands,
] as const;

type Definition = (typeof definitions)[number];

/** The names of all commands. */
export type CommandName = Definition['name'];

/** The names of the commands that are addressed to a kind of component. */
export type CommandTo<Kind extends ComponentKind> = Extract<Definition, { component: Kind }>['name'];

/** A checked command, as `apply` accepts it: its name and its body. */
export type AnyCommand = {
  [Name in CommandName]: {
    readonly name: Name;
    readonly body: CommandBodyOf<Extract<Definition, { name: Name }>>;
  };
}[CommandName];

/** The body of a command, by the command's name. */
export type CommandBody<Name extends CommandName> = Extract<AnyCommand, { name: Name }>['body'];

/** A set of commands by name. */
export type Catalogue = ReadonlyMap<string, Command>;

/**
 * Creates a catalogue. Every derivation takes one as an argument, so that a test or a fork can add a command to a copy.
 */
export const toCatalogue = (commands: Iterable<Command>): Catalogue =>
  new Map(Array.from(commands, (command) => [command.name, command]));

/** All commands: those of interface 4.4 and Plenum's additions. */
export const catalogue: Catalogue = toCatalogue(definitions);
