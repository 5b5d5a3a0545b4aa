import { type AnyCommand, catalogue } from '@plenum/protocol/command';

/**
 * Returns a command in the form in which it may be stored: without the password that it sets, which is never read back.
 */
export const toStoredCommand = (command: AnyCommand): AnyCommand =>
  catalogue.get(command.name)!.isSecret ? ({ ...command, body: '' } as AnyCommand) : command;
