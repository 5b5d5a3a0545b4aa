import { type BridgeOptions, connectBridge, type HistoryOptions } from '@plenum/client';
import type { AnyCommand, CommandName } from '@plenum/protocol/command';
import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import type { ExplanationAnswer } from '@plenum/protocol/explain';
import type { HistoryAnswer } from '@plenum/protocol/extension';

/** A house as an assistant uses it. Every method rejects with an error whose message is a sentence. */
export interface AssistedHouse extends Disposable {
  datagrams(): Promise<Datagrams>;
  command(command: AnyCommand): Promise<void>;
  explain(ref: ComponentRef): Promise<ExplanationAnswer>;
  series(): Promise<readonly string[]>;
  history(options: HistoryOptions): Promise<HistoryAnswer>;
}

/** The house behind a bridge; nothing is sent before the first tool is used. */
export const connectAssistedHouse = (options: BridgeOptions): AssistedHouse => {
  const bridge = connectBridge(options);
  return {
    datagrams: () => bridge.datagrams(),
    command: async ({ name, body }) => void (await bridge.command(name as CommandName, body as never)),
    explain: bridge.explain,
    series: bridge.history.series,
    history: bridge.history.read,
    [Symbol.dispose]: bridge.close,
  };
};
