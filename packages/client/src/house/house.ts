import type { EnergyAnswer } from '@plenum/insight/energy';
import type { AnyCommand } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import type { KeptException } from '@plenum/protocol/schedule';

/** Why commands were not done, by a stable code and a sentence. */
export interface CommandRefused {
  readonly ok: false;
  readonly code: string;
  readonly sentence: string;
}

/** What came of commands: done, or why not. */
export type HouseCommandResult = { readonly ok: true } | CommandRefused;

/** A house as other systems are connected with it: a bridge in the same process, or one on the network. */
export interface House {
  /** The system id. */
  readonly uid: string;
  /** The address of its page. */
  readonly url: string | undefined;
  readonly datagrams: () => Datagrams;
  /** Whether the bridge answers, and what is behind it. */
  readonly isReachable: () => boolean;
  /** Whether a real bridge is behind it, whose values grow old when it is not read. */
  readonly isReal?: boolean;
  /** Calls the listener after each change of the datagrams or of `isReachable`, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Performs checked commands in their order, up to the first that is refused. A real bridge has accepted them when they are
   * done; `onUnconfirmed` is called if it does not show one of them later.
   */
  readonly command: (
    commands: readonly AnyCommand[],
    onUnconfirmed?: (refused: CommandRefused) => void,
  ) => Promise<HouseCommandResult>;
  /** The answer to `allEnergy`; undefined where no record of energy is kept. */
  readonly readEnergy: () => Promise<EnergyAnswer | undefined>;
  /** What favourites do on some dates, other than in every week; undefined if the bridge keeps no such exceptions. */
  readonly readExceptions?: () => Promise<readonly KeptException[] | undefined>;
}
