import { setTimeout as pause } from 'node:timers/promises';
import fc from '@plenum/testbed/fast-check';
import { type Operation, readOperations } from '../contracts.ts';
import { readHouseNamed } from '../parsers/houses.ts';
import { target } from '../target.ts';
import { isAccepted } from './exchange.ts';
import { type HttpCase, requestsLike } from './requests.ts';
import { createSender, signUp } from './send-to-cloud.ts';
import { limitGrowth, startCloudProcess } from './start-cloud.ts';

/**
 * Requests that would delete what the others need, or add an endpoint at a host on the internet, to which the cloud would
 * then send messages.
 */
const leftOut =
  /^\/console\/(apps\/{clientId}|test-users\/{testUserId}|test-houses\/{systemId}|.*\/{endpointId})\/remove$|\/endpoints$/;

const ofConsole = readOperations('cloud.openapi.json').filter(
  ({ path }) => /^\/console\/(apps|test)/.test(path) && !leftOut.test(path),
);

const toPost = (path: string, bodies: readonly unknown[]): Operation => ({
  method: 'POST',
  path,
  query: {},
  type: 'application/json',
  bodies,
});

/** Requests whose bodies the contract of the console does not describe: house files and overrides. */
const ofHouses: readonly Operation[] = [
  toPost('/console/test-users/{testUserId}/houses', [
    { file: readHouseNamed('flat'), timeScale: 1 },
    { file: readHouseNamed('demo'), seed: 7 },
    { house: 'flat', place: { latitude: -33.9, longitude: 151.2, timeZone: 'Australia/Sydney' } },
  ]),
  toPost('/console/test-houses/{systemId}/simulation', [
    ...readOperations('local.openapi.json').flatMap(({ path, bodies }) => {
      const [, name] = /^\/simulation\/([A-Z]\w+)$/.exec(path) ?? [];
      return name === undefined ? [] : bodies.map((body) => ({ [name]: body }));
    }),
    { Offline: 1 },
    { NoLighting: 1 },
  ]),
];

/** Creates an account with an app, an endpoint at which nobody listens, and a test user with a house. */
const createDeveloper = async (url: string) => {
  const sender = await signUp(url);
  const call = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...sender, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  const redirectUri = 'https://app.example.org/callback';
  const { app } = JSON.parse(
    await call('/console/apps', { name: 'Fuzz', redirectUri, confidential: false, pkceRequired: true }),
  ) as { app: { clientId: string } };
  const ofApp = `/console/apps/${app.clientId}`;
  await call(`${ofApp}/test-keys`, {});
  const { endpoint } = JSON.parse(await call(`${ofApp}/endpoints`, { url: 'http://127.0.0.1:9/' })) as {
    endpoint: { id: string };
  };
  const user = JSON.parse(await call('/console/test-users', { name: 'Fuzz' })) as { testUserId: string };
  const house = JSON.parse(
    await call(`/console/test-users/${user.testUserId}/houses`, { house: 'flat' }),
  ) as { systemId: string };
  return {
    sender,
    known: {
      clientId: app.clientId,
      endpointId: endpoint.id,
      ...user,
      systemId: house.systemId,
      componentId: `${house.systemId}_hvac_zone_1`,
      redirectUri,
      name: 'Fuzz',
      scope: 'query-control',
      confidential: false,
      pkceRequired: true,
      eventTypes: ['component', 'sync'],
    },
    removeHouse: (systemId: string) => call(`/console/test-houses/${systemId}/remove`, {}),
  };
};

/** Number of developers that take turns, because the console limits the requests of an account. */
const developers = 4;

/** Time between two cases in ms, for the same reason. */
const betweenCases = 20;

interface DeveloperCase {
  readonly by: number;
  readonly given: HttpCase;
}

/**
 * Requests of developers for their own apps, endpoints, test users and the houses of these, which the cloud simulates. A
 * house that was made is removed again, because it would use up the memory and the limits of its developer.
 */
export const cloudForDevelopers = target<DeveloperCase>({
  name: 'HTTP of the cloud for developers',
  weight: 4,
  start: async (stack) => {
    const cloud = await startCloudProcess(stack, { hasTestUsers: true });
    const all: Awaited<ReturnType<typeof createDeveloper>>[] = [];
    for (let n = 0; n < developers; n++) all.push(await createDeveloper(`http://127.0.0.1:${cloud.port}`));
    const send = createSender(cloud, []);
    const cases = all.map(({ known, sender }, by) =>
      fc.record({
        by: fc.constant(by),
        given: fc.oneof(
          { weight: 2, arbitrary: requestsLike(ofConsole, { known, senders: [sender] }) },
          { weight: 1, arbitrary: requestsLike(ofHouses, { known, senders: [sender], most: 1 }) },
        ),
      }),
    );
    return {
      cases: fc.oneof(...cases),
      check: async ({ by, given }) => {
        const responses = await send(given);
        for (const { text } of responses) {
          const [, made] = /^HTTP\/1\.1 201 [\s\S]*"systemId":"(\d{9})"/.exec(text) ?? [];
          if (made !== undefined) await all[by]!.removeHouse(made);
        }
        await pause(betweenCases);
        return responses.some(isAccepted);
      },
      finish: await limitGrowth({ process: cloud }),
    };
  },
});
