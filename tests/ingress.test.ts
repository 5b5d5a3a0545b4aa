import assert from 'node:assert/strict';
import { request as ask, createServer } from 'node:http';
import { it } from 'node:test';
import { openBrowser } from '@plenum/testbed/browser';
import { listen } from '@plenum/testbed/listen';
import { apart, startServerWith } from '@plenum/testbed/server';

/** The source address of the proxy, separate because a real supervisor has its own address. */
const supervisor = '127.0.0.2';
const prefix = '/api/hassio_ingress/a-token-of-a-session';

/** Starts a proxy like Home Assistant's: it serves a bridge below a prefix, in a frame of its page. */
const startSupervisor = async (bridge: number) => {
  const outside: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (url === '/') return void outgoing.end(`<!doctype html><iframe src="${prefix}/"></iframe>`);
    if (!url.startsWith(`${prefix}/`)) {
      outside.push(url);
      return void outgoing.writeHead(404).end();
    }
    const passed = { ...headers, host: 'homeassistant.local:8123', 'x-forwarded-host': headers.host };
    const onward = ask(
      {
        port: bridge,
        host: '127.0.0.1',
        localAddress: supervisor,
        method,
        path: url.slice(prefix.length),
        headers: passed,
      },
      (answer) => answer.pipe(outgoing.writeHead(answer.statusCode!, answer.headers)),
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  return { ...(await listen(server)), outside };
};

it('a house’s page works in a proxy’s frame without a key, and others cannot pose as it', async () => {
  const words = ['--http-host', '127.0.0.1', ...apart, '--no-mdns', '--ingress-from', supervisor];
  const env = { PLENUM_ACCESS_KEY: 'open-sesame-please' };
  await using house = await startServerWith(env, 'bridge', ...words);
  const bridge = Number(new URL(house.url).port);
  await using proxy = await startSupervisor(bridge);
  const browser = await openBrowser();
  await using page = await browser.newPage({ locale: 'en-GB', serviceWorkers: 'block' });
  await page.goto(`http://127.0.0.1:${proxy.port}/`);
  const frame = page.frameLocator('iframe');
  await frame.getByText('Kitchen').first().waitFor();
  const setpoints = () =>
    fetch(`http://127.0.0.1:${bridge}/HvacRequestV2`, {
      method: 'POST',
      headers: { authorization: 'Bearer open-sesame-please' },
      body: '{"HvacV2Request":{"Type":2,"No":1,"No1":0}}',
    }).then((answer) => answer.text());
  const before = await setpoints();
  const answer = await page.evaluate(
    (path) =>
      fetch(path, { method: 'POST', body: '{"ZoneSetpoint":{"Index":1,"Setpoint":2800}}' }).then(
        ({ status }) => status,
      ),
    `${prefix}/HvacCommandV2`,
  );
  assert.equal(answer, 200);
  assert.notEqual(await setpoints(), before);
  // The live stream sends the change to the page.
  await frame.getByText('28', { exact: false }).first().waitFor();
  assert.deepEqual(
    proxy.outside.filter((path) => path !== '/favicon.ico'),
    [],
  );
  await page.close();

  const direct = (headers: Readonly<Record<string, string>>, localAddress = '127.0.0.1') =>
    new Promise<{ status: number; policy: string }>((resolve, reject) =>
      ask(
        { port: bridge, host: '127.0.0.1', localAddress, path: headers.path ?? '/SystemSettings', headers },
        (one) => {
          one.resume();
          resolve({ status: one.statusCode!, policy: String(one.headers['content-security-policy']) });
        },
      )
        .on('error', reject)
        .end(),
    );
  const claims = { 'x-forwarded-for': supervisor, 'x-ingress-path': prefix, 'x-real-ip': supervisor };
  assert.equal((await direct(claims)).status, 401);
  assert.equal((await direct({}, '127.0.0.3')).status, 401);
  assert.equal((await direct({ host: 'homeassistant.local' })).status, 403);
  assert.equal((await direct({ host: 'homeassistant.local' }, supervisor)).status, 200);
  const foreign = {
    host: 'homeassistant.local',
    'x-forwarded-host': 'homeassistant.local',
    origin: 'http://evil.example',
  };
  assert.equal((await direct(foreign, supervisor)).status, 403);
  assert.match((await direct({ path: '/' })).policy, /frame-ancestors 'none'/);
  assert.match((await direct({ path: '/' }, supervisor)).policy, /frame-ancestors 'self'/);
});
