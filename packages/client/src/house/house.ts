import type { EnergyAnswer } from '@plenum/insight/energy';
import type { AnyCommand } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import type { KeptException } from '@plenum/protocol/schedule';

/** The reason why commands were not done: a stable code and a sentence. */
export interface CommandRefused {
  readonly ok: false;
  readonly code: string;
  readonly sentence: string;
}

/** The result of commands: done, or the reason why not. */
export type HouseCommandResult = { readonly ok: true } | CommandRefused;

/** A house as other systems connect to it: a bridge in the same process, or one on the network. */
export interface House {
  /** The system id. */
  readonly uid: string;
  /** URL of its page. */
  readonly url: string | undefined;
  readonly datagrams: () => Datagrams;
  /** True if the bridge and the device behind it answer. */
  readonly isReachable: () => boolean;
  /** True if a real bridge is behind it, whose values get stale when it is not read. */
  readonly isReal?: boolean;
  /** Calls the listener after each change of the datagrams or of `isReachable`, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Performs checked commands in order, up to the first that is refused. They are done when a real bridge has accepted
   * them; `onUnconfirmed` is called if it does not show one of them later.
   */
  readonly command: (
    commands: readonly AnyCommand[],
    onUnconfirmed?: (refused: CommandRefused) => void,
  ) => Promise<HouseCommandResult>;
  /** Returns the answer to `allEnergy`; undefined if no record of energy is kept. */
  readonly readEnergy: () => Promise<EnergyAnswer | undefined>;
  /**
   * Returns the dates on which favourites differ from the weekly pattern; undefined if the bridge keeps no such
   * exceptions.
   */
  readonly readExceptions?: () => Promise<readonly KeptException[] | undefined>;
}
