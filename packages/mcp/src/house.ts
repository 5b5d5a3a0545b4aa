import { type BridgeOptions, connectBridge, type HistoryOptions } from '@plenum/client';
import type { AutomationAnswer } from '@plenum/insight/automation';
import type { ExplanationAnswer } from '@plenum/insight/explain';
import type { AnyCommand, CommandName } from '@plenum/protocol/command';
import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import type { HistoryAnswer } from '@plenum/protocol/extension';
import type { ComfortAnswer } from '@plenum/protocol/schedule';

/** A house for the tools of an assistant. Every method rejects with an error whose message is a sentence. */
export interface AssistedHouse {
  datagrams(): Promise<Datagrams>;
  command(command: AnyCommand): Promise<void>;
  explain(ref: ComponentRef): Promise<ExplanationAnswer>;
  automation(): Promise<AutomationAnswer>;
  comfort(): Promise<ComfortAnswer>;
  series(): Promise<readonly string[]>;
  history(options: HistoryOptions): Promise<HistoryAnswer>;
}

/** One of several houses. */
export interface NamedHouse {
  /** The system id of its bridge. */
  readonly id: string;
  readonly name: string;
  readonly house: AssistedHouse;
}

/** The houses of an assistant. */
export interface AssistedHouses extends Disposable {
  /** True if there may be several houses, in which case tools require a `house` argument. */
  readonly areNamed: boolean;
  /** Resolves to all houses in their current state, for one call of a tool. */
  open(): Promise<readonly NamedHouse[]>;
}

/** Connects to the house behind a bridge; nothing is sent before the first tool is used. */
export function connectAssistedHouse(options: BridgeOptions): AssistedHouses {
  const bridge = connectBridge(options);
  const house: AssistedHouse = {
    datagrams: () => bridge.datagrams(),
    command: async ({ name, body }) => void (await bridge.command(name as CommandName, body)),
    explain: bridge.explain,
    automation: bridge.automation,
    comfort: bridge.comfort,
    series: bridge.history.series,
    history: bridge.history.read,
  };
  return {
    areNamed: false,
    open: async () => [{ id: '', name: '', house }],
    [Symbol.dispose]: bridge.close,
  };
}
