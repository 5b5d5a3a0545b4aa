import type { StorePlace } from '@plenum/cloud';
import {
  grantOf,
  type Host,
  insertAccount,
  readComponents,
  startNode,
  type Uplinks,
} from '@plenum/cloud/testbed';
import { readArgument } from './child.ts';

const { place, httpPort, audience } = readArgument<{
  place: StorePlace;
  httpPort: number;
  audience: string;
}>();

/** Routes for the test: the stored components, controls, and a device grant without consent. */
const addTestRoutes = ({ app, deps: { store } }: Host, uplinks: Uplinks) =>
  app.register(async (app) => {
    app.get('/test/components', async () => {
      const all = await readComponents(store.db, 'ann');
      return all.map(({ kind, index, datagram }) => ({ kind, index, datagram: JSON.parse(datagram) }));
    });
    app.post('/test/control', async ({ body }) => {
      const { systemId, command, within } = body as { systemId: string; command: object; within: number };
      return uplinks.control(systemId, command, Date.now() + within);
    });
    app.get('/.well-known/oauth-authorization-server', async ({ headers }) => ({
      device_authorization_endpoint: `http://${headers.host}/test/device`,
      token_endpoint: `http://${headers.host}/test/token`,
    }));
    app.addContentTypeParser('application/x-www-form-urlencoded', (_, __, done) => done(null, {}));
    app.post('/test/device', async ({ headers }) => ({
      device_code: 'DC',
      user_code: 'UC',
      verification_uri: `http://${headers.host}/`,
      expires_in: 600,
      interval: 0.01,
    }));
    app.post('/test/token', async () => ({ access_token: grantOf('ann'), token_type: 'Bearer' }));
  });

const node = await startNode({
  place,
  httpPort,
  audiences: [audience],
  idleTimeout: 1_000,
  addTo: async (host, uplinks) => void (await addTestRoutes(host, uplinks)),
});
const account = await node.cloud.store.db.selectFrom('account').select('id').executeTakeFirst();
if (account === undefined) await insertAccount(node.cloud.store, 'ann');
process.stdout.write(`${node.url}\n`);
