import type { createFakeClock } from '@plenum/platform/fake-clock';
import { createGrpcClient } from '@plenum/testbed/grpc-client';
import type { TestEngine } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { AccountLimits } from '../../kernel/quota/account-limits.ts';
import { createHouse } from '../house.fixture.ts';
import { startRequestServer } from '../request-server.fixture.ts';

export const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
/** System id of ann's bridge. */
export const first = '000000001';
/** System id of a bridge that does not exist at first. */
export const second = '000000002';

export interface WatchMessage {
  systemId: string;
  snapshot: boolean;
  components: { componentId: string; datagram: string }[];
  removed: string[];
  cursor: string;
}

/** Removes the datagrams from a message. */
export function short(message: Record<string, unknown>) {
  const { systemId, snapshot, components, removed } = message as unknown as WatchMessage;
  return { systemId, snapshot, components: components.map(({ componentId }) => componentId), removed };
}

export const cursorOf = (message: Record<string, unknown>) => message.cursor as string;

/** A cloud with a complete house of Ann's, and a client that watches it with her token. */
export async function openWatch(
  engine: TestEngine,
  options: { clock?: ReturnType<typeof createFakeClock>; accountLimits?: AccountLimits; log?: Log } = {},
) {
  const stack = new AsyncDisposableStack();
  const { place } = stack.use(await engine.createPlace());
  const server = stack.use(await startRequestServer({ place, ...options }));
  await insertAccount(server.store, 'ann');
  const house = await createHouse(server, { accountId: 'ann', systemId: first });
  const client = stack.use(createGrpcClient(server.port));
  const accessToken = server.tokens.issue('ann');
  const watch = (cursors: readonly string[] = [], token = accessToken) =>
    client.watch({ accessToken: token, requestId, cursors });
  return { ...server, house, client, accessToken, watch, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
