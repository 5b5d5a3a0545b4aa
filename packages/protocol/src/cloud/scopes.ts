import type { AnyCommand } from '../command/catalogue.ts';
import { movesGarageDoor } from '../command/moves-garage-door.ts';
import { type ComponentKind, kinds, nothingInstalled } from '../component/kinds.ts';
import type { AppScope } from './app-scopes.ts';

/**
 * Whether an app with these scopes gets components of a kind: those of the lighting need a scope of their own, so that an app that was
 * linked before houses had any sees none until its user is asked anew.
 */
export const showsKind = (scopes: readonly string[], kind: ComponentKind): boolean =>
  kinds[kind].subsystem !== 'lighting' || scopes.includes('lighting' satisfies AppScope);

/** Whether a command to a component, by its datagram, needs the scope `garage` (lighting 5). */
export const needsGarageScope = (command: AnyCommand, datagram: object): boolean =>
  command.name === 'LiOn' && movesGarageDoor(command, { ...nothingInstalled, lamp: [datagram as never] });
