import assert from 'node:assert/strict';
import { it } from 'node:test';
import { consoleRoute, contractRouteIds } from '@plenum/protocol/console';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startClimateCloud } from '../../start/climate-cloud.ts';

const routes = contractRouteIds.map((id) => ({ id, ...consoleRoute(id) }));

const start = async () => {
  const folder = createDataFolder();
  const cloud = await startClimateCloud({ store: { dataDir: folder.path }, httpPort: 0 });
  const body = JSON.stringify({ email: 'anna@example.org', password: 'a quiet house by the sea' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${cloud.publicUrl}/account/sign-up`, { method: 'POST', headers, body });
  const { formToken } = (await answer.json()) as { formToken: string };
  return {
    cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!,
    formToken,
    /** Calls a route of the contract with nonexistent ids in its path. */
    call: async ({ method, path }: { method: string; path: string }, more: Record<string, string> = {}) => {
      const called = await fetch(`${cloud.publicUrl}${path.replace(/\{\w+\}/g, '000000009')}`, {
        method,
        headers: { ...headers, ...more },
        ...(method === 'post' && { body: '{}' }),
      });
      const { code } = (await called.json()) as { code?: string };
      return `${called.status} ${code}`;
    },
    [Symbol.asyncDispose]: async () => {
      await cloud[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
};

it('requires a session for every console route of the contract, except those that start one', async () => {
  await using site = await start();
  for (const route of routes.filter(({ caller }) => caller === 'signed-in')) {
    assert.equal(await site.call(route), '401 not-signed-in', route.id);
    const cookie = `${site.cookie.slice(0, -1)}${site.cookie.endsWith('A') ? 'B' : 'A'}`;
    assert.equal(await site.call(route, { cookie }), '401 not-signed-in', route.id);
  }
});

it('requires the form token and a page of this site for every console change', async () => {
  await using site = await start();
  const { cookie, formToken } = site;
  const token = { 'x-form-token': formToken };
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  for (const route of routes.filter(({ method }) => method === 'post')) {
    if (route.caller === 'signed-in') {
      assert.equal(await site.call(route, { cookie }), '403 form-stale', route.id);
      assert.equal(await site.call(route, { cookie, 'x-form-token': 'x' }), '403 form-stale', route.id);
    }
    assert.equal(await site.call(route, { cookie, ...token, ...elsewhere }), '403 form-stale', route.id);
    const rebound = { 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' };
    assert.equal(await site.call(route, { cookie, ...token, ...rebound }), '403 form-stale', route.id);
  }
});
