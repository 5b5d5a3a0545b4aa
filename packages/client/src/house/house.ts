import type { AutomationAnswer } from '@plenum/insight/automation';
import type { EnergyAnswer } from '@plenum/insight/energy';
import type { AnyCommand } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import type { ComfortAnswer, KeptException } from '@plenum/protocol/schedule';

/** The reason why commands were refused: a stable code and a sentence. */
export interface CommandRefused {
  readonly ok: false;
  readonly code: string;
  readonly sentence: string;
}

/** The result of commands: success, or the reason for the refusal. */
export type HouseCommandResult = { readonly ok: true } | CommandRefused;

/** A house as integrations see it: behind a bridge in the same process, or behind one on the network. */
export interface House {
  /** The system id. */
  readonly uid: string;
  /** URL of the house's page. */
  readonly url: string | undefined;
  readonly datagrams: () => Datagrams;
  /** True if the bridge and the device behind it answer. */
  readonly isReachable: () => boolean;
  /** True if the bridge is in front of a real one, whose values become stale if they are not read. */
  readonly isReal?: boolean;
  /** Calls the listener after each change of the datagrams or of `isReachable`, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Performs valid commands in order, up to the first refusal. A command is done when a real bridge has accepted it;
   * `onUnconfirmed` is called if the bridge does not show it later.
   */
  readonly command: (
    commands: readonly AnyCommand[],
    onUnconfirmed?: (refused: CommandRefused) => void,
  ) => Promise<HouseCommandResult>;
  /** Resolves to the answer to `allEnergy`; undefined if the bridge records no energy. */
  readonly readEnergy: () => Promise<EnergyAnswer | undefined>;
  /**
   * Resolves to the dates on which favourites differ from the weekly pattern; undefined if the bridge stores no such
   * exceptions.
   */
  readonly readExceptions?: () => Promise<readonly KeptException[] | undefined>;
  /** Resolves to what the house has learnt about its rooms; undefined if the bridge does not learn. */
  readonly readComfort?: () => Promise<ComfortAnswer | undefined>;
  /** Resolves to what the bridge suggests or does on its own; undefined if it does not. */
  readonly readAutomation?: () => Promise<AutomationAnswer | undefined>;
}
