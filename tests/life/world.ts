import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { enterAccount } from '@plenum/testbed/account';
import { opensslMissing } from '@plenum/testbed/certificates';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { houseTime } from '@plenum/testbed/house-time';
import { type Balancer, startBalancer } from '@plenum/testbed/load-balancer';
import { natsMissing, startNats } from '@plenum/testbed/nats';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { startPushService } from '@plenum/testbed/push-service';
import { type Receiver, startReceiver } from '@plenum/testbed/receiver';
import { startSmtpReceiver } from '@plenum/testbed/smtp';
import { until } from '@plenum/testbed/until';
import { takePort } from '../soak/ports.ts';
import { whenAllowed } from './part.ts';
import { createService, type Service } from './service.ts';

type PushService = Awaited<ReturnType<typeof startPushService>>;
export type Account = Awaited<ReturnType<typeof enterAccount>>;

const places = ['bridge', 'front', 'cloud', 'matter', 'recorder'] as const;
type Place = (typeof places)[number];

/**
 * A simulated house, a bridge in front of it as if it were a device, its Matter node and a recorder of its traffic, and
 * the cloud that the house is paired with.
 */
export interface World extends AsyncDisposable {
  readonly bridge: Service;
  readonly front: Service;
  readonly matter: Service;
  readonly recorder: Service;
  readonly nodes: readonly Service[];
  readonly urls: Readonly<Record<Exclude<Place, 'matter'>, string>>;
  /** The data folders; that of the cloud stays empty if its store is in PostgreSQL. */
  readonly folders: Readonly<Record<Place, string>>;
  /** The demo account, which owns the house and the demo app, in its browser. */
  readonly owner: Account;
  /** Returns the token of the demo app for the houses of the owner. */
  readonly access: () => string;
  /** Lets the demo app in again, after its token has expired. */
  renewAccess(): Promise<void>;
  /** Receives what the cloud delivers to apps. */
  readonly receiver: Receiver;
  /** The push service of the browsers that the cloud notifies; undefined without openssl. */
  readonly push: PushService | undefined;
  /** Returns the recipients and texts of the e-mails that the cloud has sent. */
  readonly mails: () => readonly string[];
  /** Resolves to the secret of a link in an e-mail to an address, once it has arrived. */
  mailedLink(email: string, link: RegExp, within: number): Promise<string>;
  /** The options that name the store of the cloud. */
  readonly storeWords: readonly string[];
  /** Aborted when the world ends. */
  readonly signal: AbortSignal;
  readonly services: readonly Service[];
  /** Time in ms by which the clocks of all processes are ahead of that of the test. */
  ahead: number;
  /** Starts everything that is not running. */
  start(): Promise<void>;
  /** Resolves once the cloud has the connection of the house, also after its node was restarted. */
  connected(): Promise<void>;
  /** Ends everything. */
  end(how: 'stop' | 'kill'): Promise<void>;
}

/** A bridge of the account; only one with a house behind it has a unit. */
interface House {
  readonly unit?: object;
  readonly isPresent: boolean;
}

type Engine = 'sqlite' | 'postgres';

/** The possible stores of a cloud, each with the reason why this machine does not have it. */
export const engines: readonly (readonly [Engine, string | false])[] = [
  ['sqlite', false],
  ['postgres', postgresMissing || natsMissing],
];

export interface WorldConfig {
  /** The store of the cloud; SQLite by default. */
  readonly engine?: Engine;
  /** Number of nodes of the cloud; two with PostgreSQL by default. */
  readonly nodes?: number;
  /** The command line that runs everything; that of the source by default. */
  readonly bin?: string;
  /** More variables for every process. */
  readonly env?: Readonly<Record<string, string>>;
  /** An existing folder for all data; by default a new one. */
  readonly folder?: string;
}

/** Options that keep a bridge apart from other programs on the machine. */
const apart = ['--udp-port=0', '--notify-port=9', '--notify-address=127.0.0.1', '--no-mdns'];

/** Tells the balancer whether it may send connections to a port. */
function announce({ ports }: Balancer, port: number, isRunning: boolean): void {
  if (isRunning) ports.push(port);
  else if (ports.includes(port)) ports.splice(ports.indexOf(port), 1);
}

/** Starts what the nodes of a cloud share, and returns the options and variables of a node. */
async function openStore(engine: Engine, folder: string, stack: AsyncDisposableStack) {
  if (engine === 'sqlite') return { words: ['--data', folder], env: {}, nodes: 1 };
  const [postgres, nats] = [stack.use(await startPostgres()), stack.use(await startNats())];
  const words = ['--database-url', await postgres.createDatabase()];
  return { words, env: { PLENUM_NATS: nats.url }, nodes: 2 };
}

/** Starts a world whose house is paired with the demo account. */
export async function startWorld(config: WorldConfig = {}): Promise<World> {
  const { engine = 'sqlite', bin, env = {} } = config;
  await using stack = new AsyncDisposableStack();
  const root = config.folder ?? stack.use(createDataFolder()).path;
  const folders = Object.fromEntries(places.map((place) => [place, join(root, place)])) as World['folders'];
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const balancer = stack.use(await startBalancer());
  const [receiver, smtp] = [stack.use(await startReceiver()), stack.use(await startSmtpReceiver())];
  const push = opensslMissing ? undefined : stack.use(await startPushService());
  const store = await openStore(engine, folders.cloud, stack);
  const ended = new AbortController();
  stack.defer(() => ended.abort());
  const ports = { bridge: await takePort(), front: await takePort(), recorder: await takePort() };
  const device = `127.0.0.1:${ports.bridge}`;
  const toServeWords = (place: 'bridge' | 'front') => [
    ...['bridge', '--http-host', '127.0.0.1', '--http-port', String(ports[place]), '--data', folders[place]],
    ...apart,
  ];
  const create = (name: string, ready: RegExp, toWords: () => readonly string[], more: object = {}) =>
    stack.use(createService({ name, toWords, env, ready, bin, ...more }));
  const address = /http:\/\/127\.0\.0\.1:\d+$/m;
  const bridgeWords = ['--house-time', houseTime, '--seed', '1', '--cloud', balancer.url];
  const bridge = create('bridge', address, () => [...toServeWords('bridge'), ...bridgeWords]);
  const frontWords = ['--attach', device, '--no-attach-notifications'];
  const front = create('front', address, () => [...toServeWords('front'), ...frontWords]);
  const matterPort = await takePort();
  const matter = create('matter', /Stop with/, () => [
    ...['matter', '--bridge', device, '--data', folders.matter, '--matter-port', String(matterPort)],
    ...['--matter-interface', 'lo'],
  ]);
  let recordings = 0;
  const recorder = create('recorder', /Stop with/, () => [
    ...['record', device, '--http-port', String(ports.recorder)],
    ...['--out', join(folders.recorder, `traffic-${++recordings}.jsonl`)],
  ]);
  const cloudEnv = {
    ...env,
    ...store.env,
    ...(push !== undefined && { NODE_EXTRA_CA_CERTS: push.authority.caFile }),
    PLENUM_PUBLIC_URL: balancer.url,
    PLENUM_ENDPOINT_KEY: randomBytes(32).toString('base64'),
    PLENUM_DEVELOPMENT: '1',
    PLENUM_RATE: '100000',
    PLENUM_BURST: '100000',
    PLENUM_CONTROL_TIMEOUT: '4000',
    PLENUM_SMTP_URL: smtp.url,
    PLENUM_SMTP_FROM: 'plenum@example.org',
  };
  const nodes: Service[] = [];
  for (let place = 0; place < (config.nodes ?? store.nodes); place++) {
    const port = await takePort();
    const words = ['cloud', '--http-port', String(port), ...store.words];
    const onRunning = (isRunning: boolean) => announce(balancer, port, isRunning);
    nodes.push(create(`node ${place}`, /HTTP and gRPC/, () => words, { env: cloudEnv, onRunning }));
  }
  const startHouse = async () => {
    await bridge.start();
    await Promise.all([front.start(), matter.start(), recorder.start()]);
  };
  const startCloud = async () => {
    // The first node creates the schema and the demo account.
    const [first, ...others] = nodes;
    await first!.start();
    await Promise.all(others.map((node) => node.start()));
  };
  const startAll = () => Promise.all([startHouse(), startCloud()]);
  await startAll();

  const entered = await enterAccount(balancer.url);
  const owner: Account = { ...entered, call: (...words) => whenAllowed(() => entered.call(...words)) };
  await owner.signIn();
  let { access } = await owner.allowApp();
  const [, code] = await bridge.line(/enter (\S+) at/);
  await owner.enterCode(code!);
  const connected = /^Connected to the cloud\.$/m;
  await bridge.line(connected);
  const services = [bridge, front, matter, recorder, ...nodes];
  const running = stack.move();
  return {
    bridge,
    front,
    matter,
    recorder,
    nodes,
    folders,
    owner,
    receiver,
    push,
    urls: {
      bridge: `http://${device}`,
      front: `http://127.0.0.1:${ports.front}`,
      recorder: `http://127.0.0.1:${ports.recorder}`,
      cloud: balancer.url,
    },
    mails: () => smtp.mails.map(({ to, text }) => `${to.join()} ${text}`),
    mailedLink: async (email, link, within) => {
      const find = () => smtp.mails.find(({ to }) => to.includes(email))?.text.match(link)?.[1];
      await until(`an e-mail to ${email}`, async () => find() !== undefined, within);
      return find()!;
    },
    storeWords: store.words,
    signal: ended.signal,
    access: () => access,
    renewAccess: async () => {
      // A connection that the client keeps may have ended with the process behind it.
      ({ access } = await owner.allowApp().catch(() => owner.allowApp()));
    },
    start: async () => {
      await startAll();
      await bridge.line(connected);
    },
    services,
    ahead: 0,
    connected: () =>
      until(
        'the house is connected',
        async () => {
          // A connection that the client keeps may have ended with the process behind it.
          const read = owner.call('/console/bridges').catch(() => []);
          const houses = (await read) as readonly House[];
          return houses.some(({ unit, isPresent }) => unit !== undefined && isPresent);
        },
        120_000,
      ),
    end: async (how) => {
      await Promise.all(services.map((service) => service[how]()));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
