import { type Clock, delay } from '@plenum/platform';
import { type Backoff, equalJitter } from '@plenum/platform/backoff';
import {
  type BrokerConnection,
  type ConnectDeps,
  connectBroker,
  type MqttVersion,
} from './connect-broker.ts';

export interface KeepConnectedDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** What to connect with; each connection has an id of its own. */
  readonly connection: Omit<ConnectDeps, 'onEnd' | 'version'>;
  readonly onConnected: (connection: BrokerConnection) => void;
  /** Called when a connection has ended or was not made; `isNews` where it was for another reason than the last time. */
  readonly onLost: (why: string, isNews: boolean) => void;
}

const backoff: Backoff = { first: 1_000, max: 30_000 };
/** A connection that lasted this long was a good one, ms. */
const goodAfter = 10_000;

/** Connects with a broker again and again until the signal is aborted; the last connection stays open then. */
export const keepConnected = async (deps: KeepConnectedDeps): Promise<void> => {
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
        // An old one may have been renewed when it is reached again.
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
};
