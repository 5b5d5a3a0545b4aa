import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, constants } from 'node:http2';
import { createTokenBucket } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';
import fastify, { type FastifyInstance } from 'fastify';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import { createRefusalPace } from '../../kernel/http/refusal-pace.ts';
import { silent } from '../../kernel/log/log.ts';
import { createHouse } from '../house.fixture.ts';
import { createBindRoute } from './bind-route.ts';
import { createHouseRoutes, maxStreams } from './house-routes.ts';

const systemId = '000000001';

withStore('frees the slot of a house page that disconnects before its stream begins', async (store) => {
  const clock = createFakeClock();
  const bus = createMemoryBus({ clock, log: silent });
  await insertAccount(store, 'ann');
  await createHouse({ store, bus }, { accountId: 'ann', systemId });
  const [came, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const findSession = async () => {
    if (++asked === maxStreams) came.resolve();
    await gone.promise;
    return { secret: 'secret', account: { id: 'ann', email: 'ann@example.org', createdAt: 0 } };
  };
  const browsers = { findSession, give: () => {}, take: () => {} };
  const requests = createTokenBucket(limits.consoleRequests, clock);
  const refusals = createRefusalPace(clock);
  const bind = createBindRoute({ store, requests, browsers, refusals, publicUrl: 'http://127.0.0.1' });
  const uplinks = {
    isPresent: async () => true,
    control: async () => assert.fail(),
    read: async () => assert.fail(),
    write: async () => assert.fail(),
  };
  await using stack = new AsyncDisposableStack();
  const app = fastify({ http2: true }) as never as FastifyInstance;
  stack.defer(() => app.close());
  await app.register(createHouseRoutes({ bind, browsers, store, bus, uplinks, clock, log: silent }));
  const client = connect(await app.listen({ port: 0, host: '127.0.0.1' }));
  stack.defer(() => client.destroy());
  const open = () => client.request({ ':path': `/console/houses/${systemId}/events` });

  const pages = Array.from({ length: maxStreams }, open);
  await came.promise;
  for (const page of pages) {
    page.close(constants.NGHTTP2_CANCEL);
    await once(page, 'close');
  }
  // The server replies to the ping only after it has noticed the disconnect.
  await new Promise((resolve) => void client.ping(resolve));
  gone.resolve();
  const page = open();
  const [headers] = await once(page, 'response');
  assert.equal(headers[':status'], 200);
});
