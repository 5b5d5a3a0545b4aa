import { demo, enterAccount } from '@plenum/testbed/account';
import type { EndpointName, Endpoints } from './endpoints.ts';
import { type Follower, startFollower } from './follow.ts';

export type Account = Awaited<ReturnType<typeof enterAccount>>;

/** An app that people link with their accounts. */
export interface App {
  readonly clientId: string;
  readonly redirectUri: string;
}

/** A person with houses, or a guest in the house of another. */
export interface Person {
  readonly name: string;
  readonly account: Account;
  readonly app: App;
  /** The tokens that the app has for this person. */
  tokens: { readonly access: string; readonly refresh: string };
  /** The houses that the person may see. */
  readonly systemIds: ReadonlySet<string>;
  /** The houses that the person controls through the app. */
  readonly controllable: readonly string[];
  /** A stream of the app, with its own tokens. */
  readonly follower: Follower;
}

/** An endpoint of the app of a person. */
export interface AppEndpoint {
  readonly name: EndpointName;
  /** Its path in the console. */
  readonly path: string;
  readonly owner: Person;
}

/** Creates an account, and signs in. */
export async function signUp(url: string, name: string): Promise<Account> {
  const account = await enterAccount(url, { email: `${name}@example.org`, password: `${name} walks uphill` });
  await account.signUp();
  return account;
}

export async function makeApp(account: Account, name: string): Promise<App> {
  const { redirectUri } = demo;
  const asked = { name, redirectUri, confidential: false, pkceRequired: false };
  const made = await account.call<{ app: { clientId: string } }>('/console/apps', asked);
  return { clientId: made.app.clientId, redirectUri };
}

/** Makes an account a guest in a house, who may look at it. */
export async function invite(host: Account, guest: Account, systemId: string): Promise<void> {
  const asked = { email: 'guest@example.org', access: 'view' };
  const made = await host.call<{ link: string }>(`/console/bridges/${systemId}/members`, asked);
  const { link } = made;
  await guest.call('/console/invitation-links/accept', { token: link.split('/').at(-1)! });
}

/** Links an app with the account of a person, and follows what it receives. */
export async function linkApp(
  url: string,
  about: Pick<Person, 'name' | 'account' | 'app' | 'systemIds' | 'controllable'>,
): Promise<Person> {
  const { account, app } = about;
  const link = () => account.allowApp('query-control', {}, app);
  const tokens = await link();
  const { access: accessToken, refresh: refreshToken } = await link();
  return { ...about, tokens, follower: startFollower(url, app.clientId, { accessToken, refreshToken }) };
}

/** Adds endpoints to the apps of their owners. */
export async function addEndpoints(
  endpoints: Endpoints,
  ownerOf: (name: EndpointName) => Person,
): Promise<readonly AppEndpoint[]> {
  const added: AppEndpoint[] = [];
  for (const name of endpoints.received.keys()) {
    const owner = ownerOf(name);
    const path = `/console/apps/${owner.app.clientId}/endpoints`;
    const made = await owner.account.call<{ endpoint: { id: string } }>(path, { url: endpoints.urlOf(name) });
    const { id } = made.endpoint;
    added.push({ name, path: `${path}/${id}`, owner });
  }
  return added;
}
