import { createHmac } from 'node:crypto';
import { systemClock } from '@plenum/bridge';
import { openBridgeKey, registerKey } from '@plenum/bridge/uplink';
import { demo, enterAccount } from '@plenum/testbed/account';
import { opensslMissing } from '@plenum/testbed/certificates';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runPlenum } from '@plenum/testbed/plenum';
import { toSubscription } from './bridge-parts.ts';
import {
  createConstant,
  numbersAfter,
  type Part,
  type PartAccess,
  send,
  unwritten,
  whenAllowed,
} from './part.ts';
import type { Account, World } from './world.ts';

/** Sends a request of the demo app, or of its test keys, to the cloud. */
const request = (
  { urls, access }: Pick<World, 'urls' | 'access'>,
  body: object,
  token = access(),
): Promise<string> =>
  send(
    `${urls.cloud}/dev`,
    { requestId: crypto.randomUUID(), ...body },
    { authorization: `Bearer ${token}` },
  );

/** Returns a control that names a zone of a house. */
const toControl = (systemId: string, Index: number, Name: string) => ({
  requestType: 'Control',
  componentId: `${systemId}_hvac_zone_${Index}`,
  requestBody: { ZoneName: { Index, Name } },
});

const password = 'a house full of air';
const emailOf = (what: string, number: number) => `${what}-${number}@example.com`;

/** Creates an account of a person in its own browser. */
async function signUp({ urls }: Pick<World, 'urls'>, what: string, number: number): Promise<Account> {
  const account = await enterAccount(urls.cloud, { email: emailOf(what, number), password });
  await whenAllowed(account.signUp);
  return account;
}

/** Returns the code of an authenticator app (RFC 6238) for a secret in base32. */
function toCode(secret: string, at: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const code = (hash.readUInt32BE(hash.at(-1)! & 15) & 0x7fff_ffff) % 1_000_000;
  return String(code).padStart(6, '0');
}

/** Creates the access to accounts that `write` creates; `isKept` reads whether one still is as it was left. */
function createAccounts(
  write: (number: number) => Promise<Account>,
  isKept: (account: Account) => Promise<boolean>,
): PartAccess {
  const accounts = new Map<number, Account>();
  return {
    write: async (number) => void accounts.set(number, await write(number)),
    read: async () => {
      const found: number[] = [];
      for (const [number, account] of accounts) if (await isKept(account)) found.push(number);
      return found;
    },
  };
}

/** Creates an app of the demo account. */
const makeApp = async (owner: Account, name: string): Promise<string> => {
  const redirectUri = 'https://example.com/callback';
  const made = await owner.call<{ readonly app: { readonly clientId: string } }>('/console/apps', {
    name,
    redirectUri,
    confidential: true,
    pkceRequired: true,
  });
  return made.app.clientId;
};

/** Lists records of the console. */
const list = async (owner: Account, path: string) =>
  await owner.call<readonly Readonly<Record<string, string>>[]>(path);

const ownHouse = async (owner: Account): Promise<string> =>
  (await list(owner, '/console/bridges')).find(
    ({ access, unit }) => access === 'owner' && unit !== undefined,
  )!.systemId!;

/** Creates a test user of the demo account with a house; returns the house, and how the demo app gets a token for it. */
async function makeTestHouse(owner: Account) {
  const { testUserId } = await owner.call('/console/test-users', { name: 'With a house' });
  const { systemId } = await owner.call(`/console/test-users/${testUserId}/houses`, { house: 'demo' });
  await owner.call(`/console/apps/${demo.clientId}/test-keys`, {});
  // A token expires after an hour, and a test may move the clock further.
  const makeToken = async (): Promise<string> => {
    const path = `/console/apps/${demo.clientId}/test-users/${testUserId}/tokens`;
    return String((await owner.call(path, {})).accessToken);
  };
  return { systemId: String(systemId), makeToken };
}

/** Time in ms in which an e-mail arrives: it is sent again two minutes after a process was killed while sending it. */
const mailWithin = 180_000;

const accountParts: readonly Part[] = [
  {
    name: 'accounts, and the browsers that are signed in',
    in: 'cloud',
    kept: 'all',
    keeps: ['account', 'session', 'known_address'],
    open: async (world) =>
      createAccounts(
        (number) => signUp(world, 'account', number),
        async (account) => (await account.call('/account')).email !== undefined,
      ),
  },
  {
    name: 'verified e-mail addresses',
    in: 'cloud',
    kept: 'all',
    keeps: ['verified_email', 'account_token', 'email_outbox'],
    open: async (world) =>
      createAccounts(
        async (number) => {
          const account = await signUp(world, 'verified', number);
          await whenAllowed(() => account.call('/account/verification', {}));
          const token = await world.mailedLink(
            emailOf('verified', number),
            /#\/verify-email\/(\S+)/,
            mailWithin,
          );
          await send(`${world.urls.cloud}/account/verify-email`, { token });
          return account;
        },
        async (account) => (await account.call<{ emailVerified: boolean }>('/account')).emailVerified,
      ),
  },
  {
    name: 'authenticator apps and recovery codes',
    in: 'cloud',
    kept: 'all',
    keeps: ['authenticator', 'recovery_code'],
    open: async (world) =>
      createAccounts(
        async (number) => {
          const account = await signUp(world, 'codes', number);
          const { secret } = await account.call('/account/codes', { password });
          await account.call('/account/codes/confirm', {
            code: toCode(String(secret), Date.now() + world.ahead),
          });
          return account;
        },
        async (account) => {
          const methods = await account.call('/account/sign-in-methods');
          return JSON.stringify(methods).includes('recoveryCodes');
        },
      ),
  },
  {
    name: 'the audit log',
    in: 'cloud',
    kept: 'all',
    keeps: ['audit'],
    open: async ({ owner, storeWords }) => {
      const apps = new Map<string, number>();
      return {
        write: async (number) => void apps.set(await makeApp(owner, `Audited ${number}`), number),
        read: async () => {
          const { out } = await runPlenum(['audit', ...storeWords, '--json']);
          return [...apps].filter(([clientId]) => out.includes(clientId)).map(([, number]) => number);
        },
      };
    },
  },
];

const developerParts: readonly Part[] = [
  {
    name: 'apps of developers',
    in: 'cloud',
    kept: 'all',
    keeps: ['app'],
    open: async ({ owner }) => ({
      write: (number) => makeApp(owner, `Life ${number}`),
      read: async () =>
        numbersAfter('Life', (await list(owner, '/console/apps')).map(({ name }) => name).join()),
    }),
  },
  {
    name: 'endpoints of apps',
    in: 'cloud',
    kept: 'all',
    keeps: ['endpoint'],
    open: async ({ owner, receiver }) => ({
      // The number of endpoints of an app is limited.
      write: async (number) => {
        const clientId = await makeApp(owner, `With an endpoint ${number}`);
        await owner.call(`/console/apps/${clientId}/endpoints`, { url: receiver.url });
      },
      read: async () => {
        const found: number[] = [];
        for (const { clientId, name } of await list(owner, '/console/apps'))
          if (name?.startsWith('With an endpoint'))
            if ((await list(owner, `/console/apps/${clientId}/endpoints`)).length > 0)
              found.push(...numbersAfter('endpoint', name));
        return found;
      },
    }),
  },
  {
    name: 'listeners of apps',
    in: 'cloud',
    kept: 'all',
    keeps: ['listener'],
    skips: { clock: 'they are deleted after a day without a connection' },
    open: async ({ owner, urls }) => ({
      // The number of listeners of an app is limited.
      write: async (number) => {
        const app = await makeApp(owner, `With a listener ${number}`);
        const { clientId, secret } = await owner.call<Record<string, string>>(
          `/console/apps/${app}/test-keys`,
          {},
        );
        const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
        await send(`${urls.cloud}/listen`, { name: `laptop-${number}` }, { authorization });
      },
      read: async () => {
        const found: number[] = [];
        for (const { testClientId, name } of await list(owner, '/console/apps'))
          if (name?.startsWith('With a listener') && testClientId !== undefined)
            for (const listener of await list(owner, `/console/apps/${testClientId}/listeners`))
              found.push(...numbersAfter('laptop-', listener.name!));
        return found;
      },
    }),
  },
  {
    name: 'consents and tokens',
    in: 'cloud',
    kept: 'all',
    keeps: ['authorization_item'],
    skips: { clock: 'they expire after an hour' },
    open: async (world) => {
      const tokens = new Map<number, string>();
      return {
        write: async (number) => void tokens.set(number, (await world.owner.allowApp()).access),
        read: async () => {
          const found: number[] = [];
          for (const [number, token] of tokens)
            if (await request(world, { requestType: 'Discover' }, token).then(() => true, isDenied))
              found.push(number);
          return found;
        },
      };
    },
  },
  {
    name: 'requests of apps by day',
    in: 'cloud',
    kept: 'all',
    keeps: ['usage'],
    skips: {
      kill: 'a node that is killed loses the counts of the last three seconds (cloud/src/api/usage/meter.ts)',
      statement: 'as after a kill',
      takeover: 'as after a kill',
    },
    open: async (world) => {
      const written: number[] = [];
      const count = async (): Promise<number> => {
        const { usage } = await world.owner.call<{
          usage: readonly { operation: string; status: number; requests: number }[];
        }>(`/console/apps/${demo.clientId}/usage`);
        return usage
          .filter(({ operation, status }) => operation === 'Discover' && status === 200)
          .reduce((sum, { requests }) => sum + requests, 0);
      };
      return {
        write: async (number) => {
          await request(world, { requestType: 'Discover' });
          written.push(number);
        },
        // Requests of other parts are counted too.
        read: async () => ((await count()) >= written.length ? written : []),
      };
    },
  },
  {
    name: 'test users',
    in: 'cloud',
    kept: 'all',
    keeps: ['test_user'],
    open: async ({ owner }) => ({
      write: (number) => owner.call('/console/test-users', { name: `Life ${number}` }),
      read: async () =>
        numbersAfter('Life', (await list(owner, '/console/test-users')).map(({ name }) => name).join()),
    }),
  },
  {
    name: 'a house of a test user',
    in: 'cloud',
    kept: 'last',
    keeps: ['sandbox_house', 'sandbox_operation'],
    open: async (world) => {
      const { systemId, makeToken } = await makeTestHouse(world.owner);
      const components = `/console/test-houses/${systemId}/simulation/components`;
      return {
        write: async (number) => request(world, toControl(systemId, 0, `Life ${number}`), await makeToken()),
        read: async () => numbersAfter('Life', JSON.stringify(await world.owner.call(components))),
      };
    },
  },
];

/** Time in ms after which the id of a control may have expired. */
const idExpiry = 540_000;

const fleetParts: readonly Part[] = [
  {
    name: 'bridges of an account',
    in: 'cloud',
    kept: 'all',
    keeps: ['bridge', 'node', 'used_token'],
    open: async (world) => {
      using folder = createDataFolder();
      const key = await openBridgeKey(folder.path);
      const clock = { ...systemClock, now: () => Date.now() + world.ahead };
      const about = { cloud: world.urls.cloud, key, clock, signal: world.signal };
      return {
        write: async (number) => {
          const pairingToken = await world.owner.allowPairing();
          const result = await registerKey(
            { ...about, systemId: String(700_000_000 + number) },
            pairingToken,
          );
          if (result !== 'paired') throw new Error(`registerKey: 409 ${result}`);
        },
        read: async () =>
          (await list(world.owner, '/console/bridges'))
            .map(({ systemId }) => Number(systemId) - 700_000_000)
            .filter((number) => number > 0 && number < 1_000_000),
      };
    },
  },
  {
    name: 'the components of a house in its cloud',
    in: 'cloud',
    needsHouse: true,
    kept: 'last',
    keeps: ['component'],
    open: async (world) => {
      const systemId = await ownHouse(world.owner);
      return {
        write: (number) => request(world, toControl(systemId, 2, `Life ${number}`)),
        read: async () =>
          numbersAfter(
            'Life',
            await request(world, { requestType: 'Query', componentId: `${systemId}_hvac_zone_2` }),
          ),
      };
    },
  },
  {
    name: 'the ids of controls',
    in: 'cloud',
    needsHouse: true,
    kept: 'all',
    keeps: ['control_request'],
    skips: { clock: 'they expire after ten minutes' },
    open: async (world) => {
      const systemId = await ownHouse(world.owner);
      const ids = new Map<number, string>();
      const writtenAt = new Map<number, number>();
      const control = (number: number, name: string) =>
        request(world, { ...toControl(systemId, 4, name), requestId: ids.get(number)! });
      return {
        write: (number) => {
          ids.set(number, crypto.randomUUID());
          writtenAt.set(number, Date.now());
          return control(number, `Control ${number}`);
        },
        // Another control with the same id is refused while the id is kept.
        read: async () => {
          const found: number[] = [];
          for (const number of ids.keys())
            if (
              Date.now() - writtenAt.get(number)! > idExpiry ||
              (await control(number, `Other ${number}`).then(
                () => false,
                (error) => /used for another control/.test(String(error)),
              ))
            )
              found.push(number);
          return found;
        },
      };
    },
  },
  {
    name: 'guests and invitations, and the e-mails to them',
    in: 'cloud',
    kept: 'all',
    within: mailWithin,
    keeps: ['bridge_member', 'email_outbox'],
    open: async ({ owner, mails }) => {
      const systemId = await ownHouse(owner);
      const members = `/console/bridges/${systemId}/members`;
      return {
        write: (number) =>
          whenAllowed(() => owner.call(members, { email: emailOf('guest', number), access: 'view' })),
        read: async () => {
          const sent = mails().join();
          return (await list(owner, members))
            .map(({ email }) => email!)
            .filter((email) => sent.includes(email))
            .flatMap((email) => numbersAfter('guest-', email));
        },
      };
    },
  },
];

const deliveryParts: readonly Part[] = [
  {
    name: 'changes on their way to an endpoint',
    in: 'cloud',
    needsHouse: true,
    kept: 'last',
    keeps: ['endpoint', 'outbox', 'delivery'],
    open: async (world) => {
      const systemId = await ownHouse(world.owner);
      const path = `/console/apps/${demo.clientId}/endpoints`;
      const { receiver } = world;
      await world.owner.call(path, { url: receiver.url.replace('events', 'life') });
      return {
        write: (number) => request(world, toControl(systemId, 3, `Change ${number}`)),
        read: async () =>
          receiver.messages
            .filter((message) => message.path === '/life')
            .flatMap(({ body }) => numbersAfter('Change', body))
            .slice(-1),
      };
    },
  },
  {
    name: 'jobs that send changes to an endpoint again',
    in: 'cloud',
    kept: 'last',
    keeps: ['resend_job', 'resend_part'],
    open: async ({ owner, receiver }) => {
      const path = `/console/apps/${demo.clientId}/endpoints`;
      const url = receiver.url.replace('events', 'resent');
      const made: { readonly endpoint?: { readonly id: string } } = await owner.call(path, { url });
      const own = `${path}/${made.endpoint!.id}`;
      type Job = { readonly createdAt: number };
      await owner.call(`${own}/test`, {});
      const numbers = new Map<number, number>();
      let latest = 0;
      return {
        write: async (number) => {
          latest = number;
          // Only one job runs for an endpoint; one that has ended already cannot be cancelled.
          await owner.call(`${own}/resends/cancel`, {}).catch(() => undefined);
          const job: unknown = await owner.call(`${own}/resends`, { kind: 'test' });
          numbers.set((job as Job).createdAt, number);
        },
        read: async () => {
          const { job }: { readonly job?: Job } = await owner.call(`${own}/resends`);
          return job === undefined ? [] : [numbers.get(job.createdAt) ?? latest];
        },
      };
    },
  },
  {
    name: 'browsers that a cloud notifies',
    in: 'cloud',
    kept: 'all',
    keeps: ['push_subscription'],
    open: async ({ owner }) => {
      let written = 0;
      return {
        write: (number) => {
          written = number;
          return owner.call('/account/notifications', toSubscription(number));
        },
        read: async () => {
          const found: number[] = [];
          for (let number = 1; number <= written; number++) {
            const { endpoint } = toSubscription(number).target;
            const { choices } = await owner.call('/account/notifications/read', { endpoint });
            if (choices !== undefined) found.push(number);
          }
          return found;
        },
      };
    },
  },
  {
    name: 'push notifications on their way to a browser',
    in: 'cloud',
    kept: 'all',
    keeps: ['push_subscription'],
    skips: { statement: 'one that was not acknowledged may arrive with the next one' },
    open: async ({ owner, push }) => {
      if (push === undefined) return createConstant(async () => String(opensslMissing));
      const target = push.subscribe();
      const { choices, reader } = toSubscription(0);
      await owner.call('/account/notifications', { target, choices, reader });
      const pushed: number[] = [];
      return {
        write: async (number) => {
          const before = push.pushed.length;
          await owner.call('/account/notifications/test', { endpoint: target.endpoint });
          if (push.pushed.length > before) pushed.push(number);
        },
        read: async () => pushed,
      };
    },
  },
  {
    name: 'the key by which push services recognize a cloud',
    in: 'cloud',
    kept: 'all',
    keeps: ['push_key'],
    skips: { statement: unwritten },
    open: async ({ owner }) =>
      createConstant(async () => String((await owner.call('/account/notifications')).publicKey)),
  },
];

/** A request that is refused for good; anything else is tried again. */
const isDenied = (error: unknown): boolean => {
  if (/: 401 /.test(String(error))) return false;
  throw error;
};

/** The parts in the store of a cloud. */
export const cloudParts: readonly Part[] = [
  ...accountParts,
  ...developerParts,
  ...fleetParts,
  ...deliveryParts,
];
