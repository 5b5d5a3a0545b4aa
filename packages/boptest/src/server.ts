import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Clock } from '@plenum/platform';
import type { Log } from '@plenum/platform/quiet-log';
import { maxBytes, parseBody } from '@plenum/protocol/check';
import { toSentence } from '@plenum/protocol/refusal';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type ControllerTest, createControllerTest } from './controller-test.ts';
import { switchOf } from './inputs.ts';
import { boptestLimits } from './limits.ts';
import { isLong, toPieces } from './long-reply.ts';
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
    act: ({ test }, _, { names, 'names[]': listed }) => test.kpis(namesOf(names ?? listed)),
  },
  { method: 'PUT', path: '/snapshot', act: ({ test }, body) => test.snapshot(body) },
  { method: 'GET', path: '/snapshots', act: ({ test }) => test.listSnapshots() },
  { method: 'PUT', path: '/restore', act: ({ test }, body) => test.restore(body) },
  {
    method: 'POST',
    path: '/submit',
    act: () => mistake('Results are not submitted from here: this is not the dashboard of BOPTEST.'),
  },
];

/** Sends a reply; a long payload in pieces, so that it does not hold up others. */
const send = (reply: FastifyReply, answered: Reply) => {
  reply.code(answered.status);
  return isLong(answered)
    ? reply.type('application/json; charset=utf-8').send(Readable.from(toPieces(answered)))
    : reply.send(answered);
};

/** Returns the KPIs that a query names, separated by commas or one by one. */
const namesOf = (names: unknown): readonly string[] =>
  [names ?? []].flat().flatMap((name) =>
    String(name)
      .split(',')
      .filter((one) => one !== ''),
  );

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

/** Returns the sentence of an error. */
const toErrorText = ({ message }: Error, status: number): string => {
  if (status >= 500) return 'The request failed inside the service.';
  return status === 413 ? `A request may have at most ${maxBytes} bytes.` : message;
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
  let common: Promise<Running> | undefined;
  /** Number of tests that are being created. */
  let creating = 0;
  const sendError = async (
    error: Error & { statusCode?: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const status = error.statusCode ?? 500;
    if (status >= 500)
      log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'A request failed');
    return reply.code(status).send({ status, message: toErrorText(error, status), payload: null });
  };
  const app = fastify({
    bodyLimit: maxBytes,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1_000 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
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

  const full: Reply = {
    status: 429,
    message: `${boptestLimits.tests} tests are running, which is the most. Stop one with PUT /stop/{testid}; GET /tests lists them.`,
    payload: null,
  };

  /** Adds a test, unless there are too many: those that are being created count too. */
  const tryAdd = async (
    testCase: TestCase,
    create: () => Promise<ControllerTest>,
  ): Promise<string | undefined> => {
    if (running.size + creating >= boptestLimits.tests) return undefined;
    creating++;
    try {
      return add(testCase, await create());
    } finally {
      creating--;
    }
  };

  const select = async (name: string, reply: FastifyReply) => {
    const testCase = cases.get(name);
    if (testCase === undefined)
      return send(reply, {
        status: 404,
        message: `There is no test case ${JSON.stringify(name)}. There are ${[...cases.keys()].join(', ')}.`,
        payload: null,
      });
    const testid = await tryAdd(testCase, () => createControllerTest(testCase, { elapsed, random }));
    return testid === undefined ? send(reply, full) : reply.send({ testid });
  };

  const fork = async ({ testCase, test }: Running): Promise<Reply> => {
    const testid = await tryAdd(testCase, () => test.fork());
    return testid === undefined ? full : success('The fork is another test.', { testid });
  };

  /** Returns the test of clients that send no id, and creates it at their first request. */
  const findCommon = async (): Promise<Running> => {
    const [testCase] = testCases;
    common ??= createControllerTest(testCase, { elapsed, random }).then((test) => ({
      testCase,
      test,
      rest: () => {},
    }));
    return common;
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
  app.get('/tests', async () =>
    [...running].map(([testid, { testCase }]) => ({ testid, testcaseid: testCase.name })),
  );
  const routes = [...testRoutes, { method: 'PUT', path: '/fork', act: fork } satisfies TestRoute];
  for (const { method, path, act } of routes) {
    app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
      method,
      url: `${path}/:id`,
      handler: async ({ params: { id }, body, query }, reply) =>
        send(reply, await during(id, (of) => act(of, body ?? {}, query))),
    });
    app.route<{ Querystring: Record<string, unknown> }>({
      method,
      url: path,
      handler: async ({ body, query }, reply) =>
        send(reply, await act(await findCommon(), body ?? {}, query)),
    });
  }
  app.setNotFoundHandler(async ({ method, url }, reply) =>
    send(reply, { status: 404, message: `There is nothing at ${method} ${url}.`, payload: null }),
  );
  app.setErrorHandler(sendError);
  await app.listen({ host, port });
  return {
    port: (app.server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const id of [...running.keys()]) end(id);
      (await common)?.test.stop();
      await app.close();
    },
  };
}
