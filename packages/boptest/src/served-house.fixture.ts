import { createFakeClock } from '@plenum/platform/fake-clock';
import { toSentence } from '@plenum/protocol/refusal';
import { readHouse } from '@plenum/simulator';
import { startBoptest } from './server.ts';
import { createTestCase } from './test-case.ts';

/**
 * A house with a ducted unit of two zones, a favourite that starts it at 6:30 every day, and a split. It is 8 °C to 26 °C
 * outdoors.
 */
const text = `name: Cottage
place: { latitude: -33.8, longitude: 151.1, timeZone: Etc/GMT-10 }
climate: { mean: 16, seasonal: 5, daily: 6, fronts: 2 }
rooms:
  - name: Lounge
    area: 30
    walls: [{ facing: N, area: 20, window: 6 }]
    roof: 30
  - name: Bedroom
    area: 15
    walls: [{ facing: S, area: 10, window: 2 }]
    roof: 15
    presence: bedroom
  - { name: Store, area: 6, occupants: 0 }
  - { name: Office, area: 12, walls: [{ facing: W, area: 9, window: 2 }] }
ducted:
  unit: { cooling: 8, airflow: 400, mode: auto, setpoint: 22 }
  zones:
    - { name: Lounge, room: Lounge, type: auto, setpoint: 22 }
    - { name: Bedroom, room: Bedroom, type: auto, setpoint: 22 }
  favourites:
    - { name: Day, enabled: true, start: '06:30', stop: '22:00', mode: auto, fan: low, zones: [{ mode: auto, setpoint: 21 }, { mode: auto, setpoint: 20 }] }
splits:
  units:
    - { index: 0, name: Office, room: Office, cooling: 2.5 }
`;

/** Returns the test case of the cottage, with the member `testCase` of its house file. */
export function createCottage(name = 'cottage', testCase = '') {
  const house = readHouse(testCase === '' ? text : `${text}testCase: ${testCase}\n`, 'cottage.yaml');
  if (!house.ok) throw new Error(toSentence(house.refusal));
  return createTestCase(name, house.value);
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it gets
type Read = any;

/** A response: its HTTP status and body, and the payload of the body if it has one. */
export interface Answered {
  readonly status: number;
  readonly body: Read;
  readonly payload: Read;
}

/** Starts a server of the cottage and of a second house on a free port. */
export async function startServed(testCases = [createCottage(), createCottage('shed')] as const) {
  const clock = createFakeClock();
  let elapsed = 0;
  const failures: string[] = [];
  const server = await startBoptest({
    testCases,
    host: '127.0.0.1',
    port: 0,
    clock,
    elapsed: () => elapsed,
    random: () => 0.5,
    log: { error: (_, sentence) => void failures.push(sentence) },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const ask = async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && {
        body: body instanceof URLSearchParams ? body : JSON.stringify(body),
        ...(!(body instanceof URLSearchParams) && { headers: { 'content-type': 'application/json' } }),
      }),
    });
    const said = await response.text();
    const read = said === 'OK' ? said : JSON.parse(said);
    return { status: response.status, body: read, payload: read.payload };
  };
  const select = async (name = 'cottage'): Promise<string> =>
    (await ask('POST', `/testcases/${name}/select`)).body.testid;
  return {
    url,
    ask,
    select,
    clock,
    failures,
    /** Lets time pass for the controller. */
    think: (milliseconds: number) => {
      elapsed += milliseconds;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
