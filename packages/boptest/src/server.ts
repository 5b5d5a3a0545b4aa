import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@plenum/platform';
import type { Log } from '@plenum/platform/quiet-log';
import { maxBytes, parseBody } from '@plenum/protocol/check';
import { toSentence } from '@plenum/protocol/refusal';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { type ControllerTest, createControllerTest } from './controller-test.ts';
import { switchOf } from './inputs.ts';
import { boptestLimits } from './limits.ts';
import type { Point } from './point.ts';
import { mistake, type Reply, success } from './reply.ts';
import type { TestCase } from './test-case.ts';

/** The version of BOPTEST whose interface is served. */
const version = '0.8.0';

/** A test that is running, and the case of which it is one. */
interface Running {
  readonly testCase: TestCase;
  readonly test: ControllerTest;
  /** Stops the timer that ends the test when nobody uses it. */
  rest: () => void;
}

interface BoptestConfig {
  /** The test cases by name. The first is that of clients that send no test id. */
  readonly testCases: readonly [TestCase, ...TestCase[]];
  readonly host: string;
  /** TCP port; 0 = any. */
  readonly port: number;
  readonly clock: Clock;
  readonly elapsed: () => number;
  readonly random: () => number;
  readonly log: Pick<Log, 'error'>;
}

export interface BoptestServer extends AsyncDisposable {
  readonly port: number;
}

/** A request to a test: its method and path, and what it does. */
interface TestRoute {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly act: (
    running: Running,
    body: unknown,
    query: Readonly<Record<string, unknown>>,
  ) => Reply | Promise<Reply>;
}

const describe = ({ unit, description, minimum, maximum }: Point) => ({
  Unit: unit,
  Description: description,
  Minimum: minimum,
  Maximum: maximum,
});

const describeAll = (points: readonly Point[]) =>
  Object.fromEntries(points.map((point) => [point.name, describe(point)]));

/** The inputs with their switches, as BOPTEST lists them. */
const describeInputs = ({ inputs }: TestCase) =>
  Object.fromEntries(
    inputs.flatMap((input) => [
      [input.name, describe(input)],
      [
        switchOf(input),
        { Unit: null, Description: `Activation of ${input.name}: 1 active`, Minimum: null, Maximum: null },
      ],
    ]),
  );

const testRoutes: readonly TestRoute[] = [
  {
    method: 'GET',
    path: '/name',
    act: ({ testCase }) => success('Here is the name of the test case.', { name: testCase.name }),
  },
  {
    method: 'GET',
    path: '/inputs',
    act: ({ testCase }) => success('Here are the inputs.', describeInputs(testCase)),
  },
  {
    method: 'GET',
    path: '/measurements',
    act: ({ testCase }) => success('Here are the measurements.', describeAll(testCase.measurements)),
  },
  {
    method: 'GET',
    path: '/forecast_points',
    act: ({ testCase }) =>
      success(
        'Here are the points of forecasts.',
        Object.fromEntries(
          testCase.forecasts.map(({ name, unit, description }) => [
            name,
            { Unit: unit, Description: description },
          ]),
        ),
      ),
  },
  { method: 'GET', path: '/step', act: ({ test }) => test.getStep() },
  { method: 'PUT', path: '/step', act: ({ test }, body) => test.setStep(body) },
  { method: 'PUT', path: '/initialize', act: ({ test }, body) => test.initialize(body) },
  { method: 'GET', path: '/scenario', act: ({ test }) => test.getScenario() },
  { method: 'PUT', path: '/scenario', act: ({ test }, body) => test.setScenario(body) },
  { method: 'POST', path: '/advance', act: ({ test }, body) => test.advance(body) },
  { method: 'PUT', path: '/forecast', act: ({ test }, body) => test.forecast(body) },
  { method: 'PUT', path: '/results', act: ({ test }, body) => test.results(body) },
  {
    method: 'GET',
    path: '/kpi',
    act: ({ test }, _, { names }) => test.kpis(typeof names === 'string' ? names : undefined),
  },
  { method: 'PUT', path: '/snapshot', act: ({ test }, body) => test.snapshot(body) },
  { method: 'PUT', path: '/restore', act: ({ test }, body) => test.restore(body) },
  {
    method: 'POST',
    path: '/submit',
    act: () => mistake('Results are not submitted from here: this is not the dashboard of BOPTEST.'),
  },
];

const send = (reply: FastifyReply, { status, message, payload }: Reply) =>
  reply.code(status).send({ status, message, payload });

/** Reads bodies as JSON or as a form; every other type is read as JSON. */
const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) => {
    const form = new URLSearchParams(text as string);
    const members = [...new Set(form.keys())].map((key) => {
      const values = form.getAll(key);
      return [key, values.length === 1 ? values[0] : values];
    });
    done(null, Object.fromEntries(members));
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => {
    if (text === '') return done(null, {});
    const parsed = parseBody(text as string);
    if (parsed.ok) return done(null, parsed.value);
    return done(Object.assign(new Error(toSentence(parsed.refusal)), { statusCode: 400 }));
  });
};

/** Every page may ask, as with BOPTEST: there is nothing here but simulated houses. */
const allowEveryPage = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS') return undefined;
    reply.header('access-control-allow-methods', 'GET, PUT, POST, OPTIONS');
    reply.header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
    return reply.code(204).send();
  });
};

/** Serves test cases over the interface of BOPTEST, with and without test ids. */
export async function startBoptest(config: BoptestConfig): Promise<BoptestServer> {
  const { testCases, host, port, clock, elapsed, random, log } = config;
  const cases = new Map(testCases.map((testCase) => [testCase.name, testCase]));
  const running = new Map<string, Running>();
  /** The test of clients that send no id. It does not end. */
  let common: Running | undefined;
  const app = fastify({ bodyLimit: maxBytes, forceCloseConnections: true });
  readBodies(app);
  allowEveryPage(app);

  const end = (id: string): void => {
    const found = running.get(id);
    if (found === undefined) return;
    running.delete(id);
    found.rest();
    found.test.stop();
  };

  /** Ends a test after a time without requests. */
  const restLater = (id: string, of: Running): void => {
    of.rest();
    of.rest = clock.after(boptestLimits.idleMinutes * 60_000, () => end(id));
  };

  const add = (testCase: TestCase, test: ControllerTest): string => {
    const id = randomUUID();
    const added: Running = { testCase, test, rest: () => {} };
    running.set(id, added);
    restLater(id, added);
    return id;
  };

  const isFull = () => running.size >= boptestLimits.tests;
  const full: Reply = {
    status: 429,
    message: `${boptestLimits.tests} tests are running, which is the most. Stop one with PUT /stop/{testid}.`,
    payload: null,
  };

  const select = (name: string, reply: FastifyReply) => {
    const testCase = cases.get(name);
    if (testCase === undefined)
      return send(reply, {
        status: 404,
        message: `There is no test case ${JSON.stringify(name)}. There are ${[...cases.keys()].join(', ')}.`,
        payload: null,
      });
    if (isFull()) return send(reply, full);
    return reply.send({ testid: add(testCase, createControllerTest(testCase, { elapsed, random })) });
  };

  const unknown = (id: string): Reply => mistake(`Invalid testid: ${id}`);

  /** Acts on a running test, and ends it later than it would have. */
  const during = async (id: string, act: (running: Running) => Reply | Promise<Reply>): Promise<Reply> => {
    const found = running.get(id);
    if (found === undefined) return unknown(id);
    found.rest();
    try {
      return await act(found);
    } catch (error) {
      if (running.get(id) !== found) return mistake('The test was stopped.');
      throw error;
    } finally {
      if (running.get(id) === found) restLater(id, found);
    }
  };

  app.get('/version', async (_, reply) => send(reply, success('Here is the version.', { version })));
  const list = [...cases.keys()].map((testcaseid) => ({ testcaseid }));
  app.get('/testcases', async () => list);
  app.get('/testcases/:namespace', async () => list);
  for (const path of ['/testcases/:name', '/testcases/:namespace/:name'])
    for (const verb of ['select', 'select-async'])
      app.post<{ Params: { name: string } }>(`${path}/${verb}`, async ({ params }, reply) =>
        select(params.name, reply),
      );
  app.get<{ Params: { id: string } }>('/status/:id', async ({ params: { id } }, reply) =>
    running.has(id) ? reply.type('application/json').send('"Running"') : send(reply, unknown(id)),
  );
  app.put<{ Params: { id: string } }>('/stop/:id', async ({ params: { id } }, reply) => {
    if (!running.has(id)) return send(reply, unknown(id));
    end(id);
    return reply.type('text/plain').send('OK');
  });
  app.put<{ Params: { id: string } }>('/fork/:id', async ({ params: { id } }, reply) =>
    send(
      reply,
      isFull()
        ? full
        : await during(id, async ({ testCase, test }) =>
            success('The fork is another test.', { testid: add(testCase, await test.fork()) }),
          ),
    ),
  );
  for (const { method, path, act } of testRoutes) {
    app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
      method,
      url: `${path}/:id`,
      handler: async ({ params: { id }, body, query }, reply) =>
        send(reply, await during(id, (of) => act(of, body ?? {}, query))),
    });
    app.route<{ Querystring: Record<string, unknown> }>({
      method,
      url: path,
      handler: async ({ body, query }, reply) => {
        const testCase = testCases[0];
        common ??= { testCase, test: createControllerTest(testCase, { elapsed, random }), rest: () => {} };
        return send(reply, await act(common, body ?? {}, query));
      },
    });
  }
  app.setNotFoundHandler(async ({ method, url }, reply) =>
    send(reply, { status: 404, message: `There is nothing at ${method} ${url}.`, payload: null }),
  );
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500)
      log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'A request failed');
    return reply.code(status).send({
      status,
      message: status < 500 ? error.message : 'The request failed inside the service.',
      payload: null,
    });
  });
  await app.listen({ host, port });
  return {
    port: (app.server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const id of [...running.keys()]) end(id);
      common?.test.stop();
      await app.close();
    },
  };
}
