import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Clock } from '@plenum/platform';
import type { Log } from '@plenum/platform/quiet-log';
import { maxBytes, parseBody } from '@plenum/protocol/check';
import { toSentence } from '@plenum/protocol/refusal';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isLong, toPieces } from './long-reply.ts';
import { type Reply, success } from './reply.ts';
import { createRunningTests, type RunningTests, unknownTest } from './running-tests.ts';
import type { TestCase } from './test-case.ts';
import { testRoutes } from './test-routes.ts';

/** The version of BOPTEST whose interface is served. */
const version = '0.8.0';

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

/** Sends a reply; a long payload in pieces, so that it does not hold up others. */
const send = (reply: FastifyReply, answered: Reply) => {
  reply.code(answered.status);
  return isLong(answered)
    ? reply.type('application/json; charset=utf-8').send(Readable.from(toPieces(answered)))
    : reply.send(answered);
};

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

/** Creates the function that answers errors, and logs those of the service. */
const createSendError =
  (log: BoptestConfig['log']) =>
  async (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500)
      log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'A request failed');
    return reply.code(status).send({ status, message: toErrorText(error, status), payload: null });
  };

/** Adds the requests that start tests, end them and list them. */
const addTestManagement = (
  app: FastifyInstance,
  testCases: BoptestConfig['testCases'],
  tests: RunningTests,
): void => {
  const cases = new Map(testCases.map((testCase) => [testCase.name, testCase]));
  const list = [...cases.keys()].map((testcaseid) => ({ testcaseid }));
  const select = async (name: string, reply: FastifyReply) => {
    const testCase = cases.get(name);
    if (testCase === undefined)
      return send(reply, {
        status: 404,
        message: `There is no test case ${JSON.stringify(name)}. There are ${[...cases.keys()].join(', ')}.`,
        payload: null,
      });
    const started = await tests.start(testCase);
    // Only this response has no envelope.
    return started.status === 200 ? reply.send(started.payload) : send(reply, started);
  };
  app.get('/version', async (_, reply) => send(reply, success('Here is the version.', { version })));
  app.get('/testcases', async () => list);
  app.get('/testcases/:namespace', async () => list);
  for (const path of ['/testcases/:name', '/testcases/:namespace/:name'])
    for (const verb of ['select', 'select-async'])
      app.post<{ Params: { name: string } }>(`${path}/${verb}`, async ({ params }, reply) =>
        select(params.name, reply),
      );
  app.get('/tests', async () => tests.list());
  app.get<{ Params: { id: string } }>('/status/:id', async ({ params: { id } }, reply) =>
    tests.has(id) ? reply.type('application/json').send('"Running"') : send(reply, unknownTest(id)),
  );
  app.put<{ Params: { id: string } }>('/stop/:id', async ({ params: { id } }, reply) => {
    if (!tests.has(id)) return send(reply, unknownTest(id));
    tests.end(id);
    return reply.type('text/plain').send('OK');
  });
};

/** Adds the requests to a test, each with an id and without one. */
const addTestRoutes = (app: FastifyInstance, common: TestCase, tests: RunningTests): void => {
  for (const { method, path, act } of testRoutes) {
    app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
      method,
      url: `${path}/:id`,
      handler: async ({ params: { id }, body, query }, reply) =>
        send(reply, await tests.during(id, (running) => act(running, body ?? {}, query))),
    });
    app.route<{ Querystring: Record<string, unknown> }>({
      method,
      url: path,
      handler: async ({ body, query }, reply) =>
        send(reply, await tests.duringCommon(common, (running) => act(running, body ?? {}, query))),
    });
  }
};

/** Serves test cases over the interface of BOPTEST, with and without test ids. */
export async function startBoptest(config: BoptestConfig): Promise<BoptestServer> {
  const { testCases, host, port, log } = config;
  const sendError = createSendError(log);
  const app = fastify({
    bodyLimit: maxBytes,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1_000 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  const tests = createRunningTests(config);
  readBodies(app);
  allowEveryPage(app);
  addTestManagement(app, testCases, tests);
  addTestRoutes(app, testCases[0], tests);
  app.setNotFoundHandler(async ({ method, url }, reply) =>
    send(reply, { status: 404, message: `There is nothing at ${method} ${url}.`, payload: null }),
  );
  app.setErrorHandler(sendError);
  await app.listen({ host, port });
  return {
    port: (app.server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      await tests[Symbol.asyncDispose]();
      await app.close();
    },
  };
}
