import { delay, type Runtime } from '@plenum/platform';
import { type Backoff, equalJitter } from '@plenum/platform/backoff';
import {
  type BrokerConnection,
  type ConnectDeps,
  connectBroker,
  type MqttVersion,
} from './connect-broker.ts';

interface KeepConnectedDeps extends Pick<Runtime, 'clock' | 'random'> {
  readonly signal: AbortSignal;
  /** Options for connecting; each connection has its own id. */
  readonly connection: Omit<ConnectDeps, 'onEnd' | 'version'>;
  readonly onConnected: (connection: BrokerConnection) => void;
  /** Called when a connection has ended or failed; `isNews` is true if the reason differs from the last one. */
  readonly onLost: (why: string, isNews: boolean) => void;
}

const backoff: Backoff = { first: 1_000, max: 30_000 };
/** Duration in ms after which a connection counts as successful and resets the delay. */
const goodAfter = 10_000;

/** Reconnects to a broker until the signal is aborted; does not close the last connection. */
export async function keepConnected(deps: KeepConnectedDeps): Promise<void> {
  const { clock, random, signal, onConnected, onLost } = deps;
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  let last: string | undefined;
  let version: MqttVersion = 5;
  for (let failures = 0; !signal.aborted; ) {
    const { promise: ended, resolve: onEnd } = Promise.withResolvers<string>();
    const since = clock.now();
    const connection = await connectBroker({
      ...deps.connection,
      version,
      onEnd: (why, isOld = false) => {
        // Tries MQTT 5 again after an MQTT 3.1.1 connection, since the broker may have been upgraded.
        version = isOld ? 4 : 5;
        onEnd(why);
      },
    });
    if (connection !== undefined) {
      if (signal.aborted) await connection.close();
      else onConnected(connection);
      last = undefined;
    }
    const why = await Promise.race([ended, aborted]);
    if (why === undefined) return;
    onLost(why, why !== last);
    last = why;
    if (clock.now() - since > goodAfter) failures = 0;
    await delay(clock, equalJitter(backoff, failures++, random), signal);
  }
}
