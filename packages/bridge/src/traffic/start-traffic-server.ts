import type { AddressInfo } from 'node:net';
import { type Runtime, toListenFailure } from '@plenum/platform';
import { bridgeFailures } from '../bridge-failures.ts';
import { createCounts } from '../diagnostics/counts.ts';
import { type Access, createGuard } from '../http/guard.ts';
import { createGuesses } from '../http/key-check.ts';
import { defaultLimits } from '../http/limits.ts';
import { createRequestServer } from '../http/request-server.ts';
import type { PassPath } from '../http/routes/pass-path.ts';

/** Settings of a server that records traffic or replays it. */
export interface TrafficServerDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly access: Access;
}

/** A server that records traffic or replays it. */
export interface TrafficServer extends AsyncDisposable {
  readonly port: number;
}

/** Starts a server that answers every request with one function, with the limits and checks of a bridge. */
export async function startTrafficServer(
  { host, port, access, clock, log }: TrafficServerDeps,
  answer: PassPath,
): Promise<TrafficServer> {
  const guesses = createGuesses(clock);
  const server = createRequestServer({
    passPath: answer,
    routes: [],
    advance: () => {},
    guard: createGuard(access, guesses),
    limits: defaultLimits,
    certificate: undefined,
    requests: createCounts(),
    clock,
    log,
  });
  try {
    await server.listen({ host, port });
  } catch (error) {
    guesses[Symbol.dispose]();
    throw toListenFailure(error, { protocol: 'TCP', host, port }, bridgeFailures.error);
  }
  return {
    port: (server.http.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      guesses[Symbol.dispose]();
    },
  };
}
