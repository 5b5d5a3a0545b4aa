import { type CloudClient, connectCloud } from '@plenum/client';
import { demo, enterAccount } from '@plenum/testbed/account';

export type Developer = Awaited<ReturnType<typeof enterAccount>>;

/** Creates a test user of a developer; returns its id. */
export async function makeTestUser(developer: Developer): Promise<string> {
  const user = await developer.call<{ readonly testUserId: string }>('/console/test-users', { name: 'Ann' });
  return user.testUserId;
}

/** Gives a test user a shipped house; returns its system id. */
export async function makeTestHouse(developer: Developer, user: string, house = 'demo'): Promise<string> {
  const made = await developer.call<{ readonly systemId: string }>(`/console/test-users/${user}/houses`, {
    house,
  });
  return made.systemId;
}

/** Creates a test user of the demo developer, who allows the test keys of the demo app, and the client of these keys. */
export async function enterTestUser(url: string) {
  const developer = await enterAccount(url);
  await developer.signIn();
  await developer.call(`/console/apps/${demo.clientId}/test-keys`, {});
  const user = await makeTestUser(developer);
  const path = `/console/apps/${demo.clientId}/test-users/${user}/tokens`;
  const { clientId, ...tokens } = await developer.call<{
    readonly clientId: string;
    readonly accessToken: string;
    readonly refreshToken: string;
  }>(path, {});
  return { developer, user, client: connectCloud({ url, tokens, app: { clientId } }) };
}

/** Resolves to a component of the houses that a client may see, once there is one. */
export async function firstComponent(client: CloudClient): Promise<string> {
  for (;;) {
    const [component] = (await client.discover()).components;
    if (component !== undefined) return component.componentId;
  }
}
