import { randomUUID } from 'node:crypto';
import type { Clock } from '@plenum/platform';
import { type ControllerTest, createControllerTest } from './controller-test.ts';
import { boptestLimits } from './limits.ts';
import { mistake, type Reply, success } from './reply.ts';
import type { TestCase } from './test-case.ts';

/** A test that is running, and the case of which it is one. */
export interface RunningTest {
  readonly testCase: TestCase;
  readonly test: ControllerTest;
  /** Starts another test where this one is. */
  readonly fork: () => Promise<Reply>;
}

/** A running test with the requests to it that are not answered yet, and the timer that ends it without requests. */
interface Entry extends RunningTest {
  requests: number;
  rest: () => void;
}

interface RunningTestsDeps {
  readonly clock: Clock;
  readonly elapsed: () => number;
  readonly random: () => number;
}

type Act = (running: RunningTest) => Reply | Promise<Reply>;

/** The tests of a process: at most `boptestLimits.tests`, each until nobody uses it any longer. */
export interface RunningTests extends AsyncDisposable {
  /** Starts a test. Replies with its id, or that there are too many. */
  start(testCase: TestCase): Promise<Reply>;
  /** Acts on a test, if there is one with this id. */
  during(id: string, act: Act): Promise<Reply>;
  /** Acts on the test of clients that send no id. It begins with their first request and does not end. */
  duringCommon(testCase: TestCase, act: Act): Promise<Reply>;
  has(id: string): boolean;
  list(): readonly { readonly testid: string; readonly testcaseid: string }[];
  end(id: string): void;
}

const full: Reply = {
  status: 429,
  message: `${boptestLimits.tests} tests are running, which is the most. Stop one with PUT /stop/{testid}; GET /tests lists them.`,
  payload: null,
};

/** Returns the reply to a request with an id that no test has. */
export const unknownTest = (id: string): Reply => mistake(`Invalid testid: ${id}`);

export function createRunningTests({ clock, elapsed, random }: RunningTestsDeps): RunningTests {
  const entries = new Map<string, Entry>();
  let common: Promise<RunningTest> | undefined;
  /** Number of tests that are being created. */
  let creating = 0;

  const end = (id: string): void => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.delete(id);
    entry.rest();
    entry.test.stop();
  };

  const restLater = (id: string, entry: Entry): void => {
    entry.rest = clock.after(boptestLimits.idleMinutes * 60_000, () => end(id));
  };

  /** Adds a test, unless there are too many: those that are being created count too. */
  const add = async (
    testCase: TestCase,
    create: () => Promise<ControllerTest>,
    message: string,
  ): Promise<Reply> => {
    if (entries.size + creating >= boptestLimits.tests) return full;
    creating++;
    try {
      const test = await create();
      const id = randomUUID();
      const entry: Entry = { ...toRunning(testCase, test), requests: 0, rest: () => {} };
      entries.set(id, entry);
      restLater(id, entry);
      return success(message, { testid: id });
    } finally {
      creating--;
    }
  };

  const toRunning = (testCase: TestCase, test: ControllerTest): RunningTest => ({
    testCase,
    test,
    fork: () => add(testCase, () => test.fork(), 'The fork is another test.'),
  });

  const create = (testCase: TestCase) => createControllerTest(testCase, { elapsed, random });

  return {
    start: (testCase) => add(testCase, () => create(testCase), 'The test was started.'),
    during: async (id, act) => {
      const entry = entries.get(id);
      if (entry === undefined) return unknownTest(id);
      entry.rest();
      entry.requests++;
      try {
        return await act(entry);
      } catch (error) {
        if (!entries.has(id)) return mistake('The test was stopped.');
        throw error;
      } finally {
        entry.requests--;
        if (entry.requests === 0 && entries.has(id)) restLater(id, entry);
      }
    },
    duringCommon: async (testCase, act) => {
      common ??= create(testCase).then((test) => toRunning(testCase, test));
      return act(await common);
    },
    has: (id) => entries.has(id),
    list: () => [...entries].map(([testid, { testCase }]) => ({ testid, testcaseid: testCase.name })),
    end,
    [Symbol.asyncDispose]: async () => {
      for (const id of [...entries.keys()]) end(id);
      (await common)?.test.stop();
    },
  };
}
