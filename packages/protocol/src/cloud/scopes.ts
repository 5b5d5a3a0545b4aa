import type { AnyCommand } from '../command/catalogue.ts';
import { movesGarageDoor } from '../command/moves-garage-door.ts';
import { type ComponentKind, type DatagramOf, kinds, nothingInstalled } from '../component/kinds.ts';
import type { AppScope } from './app-scopes.ts';

/**
 * True if an app with these scopes sees components of a kind. Lighting components need a separate scope, so an app that
 * was linked before a house had lighting does not see them until its user consents again.
 */
export const showsKind = (scopes: readonly string[], kind: ComponentKind): boolean =>
  kinds[kind].subsystem !== 'lighting' || scopes.includes('lighting' satisfies AppScope);

/** True if a command to the component with this datagram needs the scope `garage` (lighting 5). */
export const needsGarageScope = (command: AnyCommand, datagram: object): boolean =>
  command.name === 'LiOn' &&
  movesGarageDoor(command, { ...nothingInstalled, lamp: [datagram as DatagramOf<'lamp'>] });
