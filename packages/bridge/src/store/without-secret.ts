import { type AnyCommand, catalogue } from '@plenum/protocol/command';

/** Returns a command as it may be stored: without the password that it sets, which nobody reads back. */
export const toStoredCommand = (command: AnyCommand): AnyCommand =>
  catalogue.get(command.name)!.isSecret ? ({ ...command, body: '' } as AnyCommand) : command;
