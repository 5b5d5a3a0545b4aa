import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startChild } from '../child.ts';
import { formatLatency, timeEach } from '../cloud/latency.ts';
import {
  type Developer,
  enterTestUser,
  firstComponent,
  makeTestHouse,
  makeTestUser,
} from '../cloud/test-users.ts';
import type { Measurement, Row } from '../row.ts';

/** Steps of the clocks of test houses that developers ask for at once. */
const loads = {
  'one developer steps 50 large houses': { developers: 1, houses: 50, house: 'large', seconds: 50_000 },
  'twelve developers step a year': { developers: 12, houses: 1, house: 'demo', seconds: 31_536_000 },
} as const;

const pace = { count: 400, rest: 20 };
/** Longest times of a neighbour's Query, in ms. */
const limit = { p50: 10, p99: 100 };

const signUp = async (url: string, name: string): Promise<Developer> => {
  const password = 'a quiet house by the sea';
  const developer = await enterAccount(url, { email: `${name}@example.org`, password });
  await developer.signUp();
  return developer;
};

/** Creates a house of another developer, and returns a Query of its app. */
const startNeighbour = async (url: string): Promise<() => Promise<unknown>> => {
  const { developer, user, client } = await enterTestUser(url);
  await makeTestHouse(developer, user);
  const component = await firstComponent(client);
  return () => client.query(component);
};

const measure = async (name: keyof typeof loads): Promise<Row> => {
  const { developers, houses, house, seconds } = loads[name];
  using folder = createDataFolder();
  await using child = await startChild('servers/sandbox-cloud', [folder.path]);
  const url = `http://127.0.0.1:${child.port}`;
  const query = await startNeighbour(url);
  const steps: (() => Promise<unknown>)[] = [];
  for (let no = 0; no < developers; no++) {
    const developer = await signUp(url, `developer-${no}`);
    const user = await makeTestUser(developer);
    for (let count = 0; count < houses; count++) {
      const systemId = await makeTestHouse(developer, user, house);
      steps.push(() => developer.call(`/console/test-houses/${systemId}/simulation`, { ClockStep: seconds }));
    }
  }
  const before = await timeEach(pace.count, query, pace);
  const stepping = Promise.all(steps.map((step) => step()));
  const under = await timeEach(pace.count, query, pace);
  await stepping;
  return {
    name: `query while ${name}`,
    measured: formatLatency(under),
    reference: `before: ${formatLatency(before)}`,
    ratio: under.p50 / before.p50,
    limit: `<= ${limit.p50} and ${limit.p99} ms`,
    within: under.p50 <= limit.p50 && under.p99 <= limit.p99,
  };
};

/** Measures the response times of an app while other developers step the clocks of their test houses. */
export const measureTestSteps: Measurement = async () => {
  const rows: Row[] = [];
  for (const name of Object.keys(loads) as (keyof typeof loads)[]) rows.push(await measure(name));
  return rows;
};
