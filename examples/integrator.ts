// All steps of an integration, with the cloud of `npm start`: the user authorizes the app; the app gets tokens, finds the
// house, reads and controls a zone, receives a signed event about the control, refreshes its token and revokes it.
//   node examples/integrator.ts [CLOUD-URL]
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { CloudError, connectCloud, verifyWebhook } from '@plenum/client';
import { allow, registerEndpoint } from './demo-user.ts';

const cloud = process.argv[2] ?? 'http://127.0.0.1:8090';
const app = { clientId: 'plenum-demo-app' };
const own = 'http://127.0.0.1:8095';
const callback = `${own}/callback`;
const state = randomUUID();

// The server of the app, with the redirect URI and the event API.
const called = Promise.withResolvers<URLSearchParams>();
const secrets: string[] = [];
let onEvent: (componentId: string, datagram: Record<string, unknown>) => void = () => {};
const server = createServer(async (request, response) => {
  if (request.url!.startsWith('/callback?')) {
    const given = new URL(request.url!, own).searchParams;
    // Rejects a response from another server, or a forged one (RFC 9700, 4.7).
    const isOurs = given.get('state') === state && given.get('iss') === cloud;
    if (isOurs) called.resolve(given);
    return void response
      .writeHead(isOurs ? 200 : 400)
      .end(isOurs ? 'You can go back to the app.' : 'Not ours.');
  }
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  const { message } = verifyWebhook({ headers: request.headers, body, secrets });
  response.writeHead(204).end();
  if (message.requestType === 'Event')
    for (const { componentId, datagram } of message.requestBody.devices) onEvent(componentId, datagram);
}).listen(8095, '127.0.0.1');

const requestToken = async (path: string, form: Record<string, string>) => {
  const body = new URLSearchParams({ client_id: app.clientId, ...form });
  const answer = await fetch(`${cloud}${path}`, { method: 'POST', body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
};

const isThere = await fetch(`${cloud}/version`).catch(() => undefined);
if (isThere?.ok !== true) {
  console.error(`No cloud answers at ${cloud}. Start one, and a house behind it, with: npm start`);
  process.exit(1);
}

// 1. The user is sent to the login (interface 5.1); here a small program signs in and allows the app.
const parameters = {
  client_id: app.clientId,
  scope: 'query-control',
  state,
  response_type: 'code',
  redirect_uri: callback,
};
const loginUrl = `${cloud}/login?${new URLSearchParams(parameters)}`;
console.log(`1. The user is sent to ${loginUrl.slice(0, 60)}...`);
const [back] = await Promise.all([called.promise, allow(loginUrl)]);

// 2. The app exchanges the code for tokens (interface 5.2).
const given = await requestToken('/token', { grant_type: 'authorization_code', code: back.get('code')! });
console.log(`2. A token for "${given.scope}", good for ${given.expires_in} s`);
const tokens = { accessToken: given.access_token, refreshToken: given.refresh_token };
const client = connectCloud({ url: cloud, tokens });

// 3. The app finds the components of the user.
const { components } = await client.discover();
const [zone] = components.filter(({ componentId }) => /_hvac_zone_\d+$/.test(componentId));
if (zone === undefined) throw new Error('The user has no zone.');
console.log(`3. ${components.length} components; the first zone is ${zone.componentId}`);

// 4. The app reads that zone.
const { datagram } = await client.query(zone.componentId);
const { Index, Name, Setpoint } = datagram as { Index: number; Name: string; Setpoint: number };
console.log(`4. ${Name} has the setpoint ${Setpoint / 100} °C`);

// 5. The app changes the setpoint, and the signed event about it arrives (interface 6).
const endpoint = await registerEndpoint(cloud, app.clientId, `${own}/events`);
secrets.push(endpoint.secret);
const target = Setpoint === 2150 ? 2200 : 2150;
const event = new Promise<void>((resolve) => {
  onEvent = (componentId, { Setpoint: received }) =>
    componentId === zone.componentId && received === target && resolve();
});
const startedAt = performance.now();
await client.control(zone.componentId, { ZoneSetpoint: { Index, Setpoint: target } });
console.log(`5. Set ${Name} to ${target / 100} °C`);
await event;
console.log(`6. A signed event confirms it after ${Math.round(performance.now() - startedAt)} ms`);

// 7. The app refreshes the token (RFC 6749, 6); the old refresh token becomes invalid.
const fresh = await requestToken('/token', {
  grant_type: 'refresh_token',
  refresh_token: tokens.refreshToken,
});
console.log(`7. A fresh token, good for ${fresh.expires_in} s`);

// 8. The app revokes the token (RFC 7009).
await requestToken('/revoke', { token: fresh.refresh_token });
const after = connectCloud({ url: cloud, tokens: { accessToken: fresh.access_token } });
const refused = await after.discover().catch((error: unknown) => error);
if (!(refused instanceof CloudError) || refused.code !== 'signed-out') throw new Error('It still works.');
console.log('8. Revoked: the token is no longer valid');
await endpoint.remove();
server.close();
server.closeAllConnections();
