import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type BridgeSettings, type HouseToRun, startBridge, toHouseToRun } from '@plenum/bridge';
import { type RowResult, verifyBridge, verifyCloud, verifyEvents } from '@plenum/conformance';
import { startExampleApp } from '@plenum/examples/app';
import type { Right } from '@plenum/protocol/console';
import type { HouseFile } from '@plenum/simulator';
import { type AppCredentials, enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startEverything } from '@plenum/testbed/everything';
import { freePort, onFreePorts } from '@plenum/testbed/free-port';
import { runBridge } from '@plenum/testbed/house';
import { houseTime } from '@plenum/testbed/house-time';
import { createTestClock, type TestClock } from './test-clock.fixture.ts';

export async function findFreeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** Starts a bridge on free ports, with the demo house or another house. The time of the house is stopped. */
export async function startDemoBridge(
  stack: AsyncDisposableStack,
  clock: TestClock,
  more: Partial<BridgeSettings> & { readonly random?: () => number; readonly house?: HouseToRun } = {},
) {
  const bridge = await runBridge({ notifyPort: await findFreeUdpPort(), clock, ...more });
  return stack.use(bridge);
}

type BridgeUnderTest = Awaited<ReturnType<typeof startDemoBridge>>;

/** Long enough to receive all repetitions of a change notice, in ms. */
const listen = 125_000;

/** Checks all rows about a bridge, including commands and irrigation. */
export const verifyAll = (
  bridge: BridgeUnderTest,
  clock: TestClock,
  more: { readonly accessKey?: string } = {},
): Promise<readonly RowResult[]> =>
  clock.settle(
    verifyBridge({
      host: '127.0.0.1',
      port: bridge.http.port,
      udpPort: bridge.udp.port,
      notifyPort: bridge.notifications.port,
      clock,
      listen,
      write: true,
      water: true,
      ...more,
    }),
  );

export async function verifySimulated(): Promise<readonly RowResult[]> {
  await using stack = new AsyncDisposableStack();
  const clock = createTestClock();
  const accessKey = 'a-key';
  return await verifyAll(await startDemoBridge(stack, clock, { accessKey }), clock, { accessKey });
}

/** Checks a bridge's responses for a house, without sending commands. */
export async function verifyReading(file: HouseFile): Promise<readonly RowResult[]> {
  await using stack = new AsyncDisposableStack();
  const clock = createTestClock();
  const house = { ...toHouseToRun(file, { seed: 1, startsAt: houseTime }), past: undefined };
  const { http, udp } = await startDemoBridge(stack, clock, { house });
  return await clock.settle(verifyBridge({ host: '127.0.0.1', port: http.port, udpPort: udp.port, clock }));
}

export async function verifyAttached(): Promise<readonly RowResult[]> {
  await using stack = new AsyncDisposableStack();
  const clock = createTestClock();
  const device = await startDemoBridge(stack, clock);
  const folder = stack.use(createDataFolder());
  const front = startBridge({
    attach: { host: '127.0.0.1', port: device.http.port, notifyPort: device.notifications.port },
    dataDir: folder.path,
    ...onFreePorts,
    notifyPort: await findFreeUdpPort(),
    clock,
  });
  return await verifyAll(stack.use(await clock.settle(front)), clock);
}

type Account = Awaited<ReturnType<typeof enterAccount>>;

/** Returns the access token of the app for a new account with which the demo house is shared. */
const allowGuest = async (
  url: string,
  owner: Account,
  { access, app }: { readonly access: Right; readonly app: AppCredentials },
): Promise<string> => {
  const email = `${access}@example.org`;
  const guest = await enterAccount(url, { email, password: `a ${access} of quite another house` });
  await guest.signUp();
  const bridges = await owner.call<readonly { systemId: string }[]>('/console/bridges');
  const made = await owner.call<{ member: { id: string } }>(
    `/console/bridges/${bridges[0]!.systemId}/members`,
    { email, access },
  );
  const { member } = made;
  await guest.call(`/console/invitations/${member.id}/accept`, {});
  return (await guest.allowApp('query-control', {}, app)).access;
};

/** Creates an app with the settings that the console suggests. */
const createApp = async (developer: Account): Promise<Required<AppCredentials>> => {
  const redirectUri = 'https://app.example/back';
  const app = { name: 'Evening Lights', redirectUri, confidential: true, pkceRequired: true };
  const made = await developer.call<{
    readonly app: { readonly clientId: string };
    readonly secret: string;
  }>('/console/apps', app);
  return { clientId: made.app.clientId, clientSecret: made.secret, redirectUri };
};

/**
 * Checks a cloud with the demo house, with the access of an app's developer who can also sign in as the app's user.
 */
export async function verifyDemoCloud(): Promise<readonly RowResult[]> {
  await using plenum = await startEverything();
  const url = plenum.cloud;
  const owner = await enterAccount(url);
  await owner.signIn();
  const stranger = await enterAccount(url, {
    email: 'stranger@example.org',
    password: 'quite another house 25',
  });
  await stranger.signUp();
  const app = await createApp(owner);
  const [own, other] = [
    await owner.allowApp('query-control', {}, app),
    await stranger.allowApp('query-control', {}, app),
  ];
  const receiver = { host: '127.0.0.1', port: await freePort() };
  const registered = await owner.call(`/console/apps/${app.clientId}/endpoints`, {
    url: `http://${receiver.host}:${receiver.port}/`,
  });
  return await verifyCloud({
    url,
    credentials: {
      ...app,
      accessToken: own.access,
      refreshToken: own.refresh,
      otherAccessToken: other.access,
      guestAccessToken: await allowGuest(url, owner, { access: 'view', app }),
      guestControlAccessToken: await allowGuest(url, owner, { access: 'control', app }),
      guestManageAccessToken: await allowGuest(url, owner, { access: 'manage', app }),
      endpointSecret: registered.secret!,
    },
    authorize: async (loginUrl) => (await owner.authorize(loginUrl)).href,
    receiver,
    write: true,
  });
}

/** The secret that signs messages to the example app. */
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

export async function verifyExampleApp(): Promise<readonly RowResult[]> {
  using folder = createDataFolder();
  await using app = await startExampleApp({
    cloud: 'http://127.0.0.1:9',
    clientId: 'my-app',
    endpointSecrets: () => [secret],
    tokenFile: `${folder.path}/tokens.json`,
    port: 0,
  });
  return await verifyEvents({ url: app.eventUrl, secret });
}
