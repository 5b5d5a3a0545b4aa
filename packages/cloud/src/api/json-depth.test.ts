import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { until } from '@plenum/testbed/until';
import { leastCost } from '../identity/account/accounts.fixture.ts';
import { startClimateCloud } from '../start/climate-cloud.ts';

/** The paths whose requests have the token of an app. */
const needsToken = ['/dev', '/mcp'];

/** Starts a whole cloud with assistants. */
const start = async () => {
  const stack = new AsyncDisposableStack();
  const { path: dataDir } = stack.use(createDataFolder());
  const clock = createFakeClock(Date.now());
  const cloud = stack.use(
    await startClimateCloud({
      store: { dataDir },
      httpPort: 0,
      development: true,
      clock,
      passwordCost: leastCost,
      assistants: async () => async () => new Response('{}'),
    }),
  );
  const { access } = await (await enterAccount(cloud.publicUrl)).allowApp();
  const send = async (path: string, body: string | Buffer, headers: Record<string, string> = {}) => {
    const answered = await fetch(cloud.publicUrl + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(needsToken.includes(path) && { authorization: `Bearer ${access}` }),
        ...headers,
      },
      body,
    });
    return { status: answered.status, headers: answered.headers, text: await answered.text() };
  };
  return { url: cloud.publicUrl, clock, send, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

/** An object that is nested this deep. */
const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

const tooDeep = 'The body is nested deeper than 16 levels.';
const message = `code":-32000,"message":"${tooDeep}`;

describe('deep JSON', () => {
  /** Each place that parses JSON, what it responds to sixteen levels, and to seventeen. */
  const places: Readonly<Record<string, readonly [number, RegExp, number, string]>> = {
    '/account/sign-in': [400, /There is no key/, 400, tooDeep],
    '/uplink/pairing': [401, /not-granted/, 400, tooDeep],
    '/register': [400, /redirect_uris/, 400, 'invalid_client_metadata'],
    '/token': [400, /neither a form nor a JSON object of strings/, 400, tooDeep],
    '/dev': [400, /requestType/, 400, tooDeep],
    '/mcp': [200, /\{\}/, 400, message],
  };
  for (const [path, [shallow, pattern, status, sentence]] of Object.entries(places))
    it(`refuses the seventeenth level of JSON at ${path}, even if it is not closed`, async () => {
      await using cloud = await start();
      const accepted = await cloud.send(path, nested(16));
      assert.match(accepted.text, pattern);
      assert.equal(accepted.status, shallow);
      for (const body of [nested(17), '['.repeat(17), '['.repeat(65_536), '{"a":'.repeat(10_000)]) {
        const refused = await cloud.send(path, body);
        assert.equal(refused.status, status);
        assert.ok(refused.text.includes(sentence), refused.text);
      }
    });

  /** Puts a message in a stream of messages. */
  const inEnvelope = (bytes: Buffer, flags: number) => {
    const prefix = Buffer.from([flags, 0, 0, 0, 0]);
    prefix.writeUInt32BE(bytes.length, 1);
    return Buffer.concat([prefix, bytes]);
  };

  for (const [type, encoding] of [
    ['application/json', 'content-encoding'],
    ['application/JSON; charset=utf-8', 'content-encoding'],
    ['application/grpc-web+json', 'grpc-encoding'],
    ['application/connect+json', 'connect-content-encoding'],
  ] as const)
    for (const isCompressed of [false, true])
      it(`refuses the seventeenth level of JSON in ${isCompressed ? 'compressed ' : ''}${type}`, async () => {
        await using cloud = await start();
        const call = async (levels: number) => {
          const plain = Buffer.from(nested(levels));
          const bytes = isCompressed ? gzipSync(plain) : plain;
          const isUnary = type.toLowerCase().startsWith('application/json');
          const body = isUnary ? bytes : inEnvelope(bytes, isCompressed ? 1 : 0);
          const headers = { 'content-type': type, ...(isCompressed && { [encoding]: 'gzip' }) };
          const method = type.includes('connect') ? 'Watch' : 'Query';
          const { headers: given, text } = await cloud.send(
            `/plenum.cloud.v1.ClimateCloud/${method}`,
            body,
            headers,
          );
          return `${given.get('grpc-message')}${text}`.replaceAll('%20', ' ');
        };
        assert.match(await call(16), /The access token is missing or not valid/);
        assert.ok((await call(17)).includes(tooDeep), await call(17));
        assert.ok((await call(30_000)).includes(tooDeep));
      });

  it('refuses the seventeenth level of JSON in a gRPC call over HTTP/2', async () => {
    await using cloud = await start();
    const call = async (levels: number) => {
      const session = connectHttp2(cloud.url);
      const stream = session.request({
        ':method': 'POST',
        ':path': '/plenum.cloud.v1.ClimateCloud/Query',
        'content-type': 'application/grpc+json',
        te: 'trailers',
      });
      const ended = new Promise<string>((resolve) => {
        const found: string[] = [];
        const note = (headers: object) => found.push(JSON.stringify(headers));
        stream.on('response', note).on('trailers', note).resume();
        stream.on('close', () => resolve(decodeURIComponent(found.join())));
      });
      stream.end(inEnvelope(Buffer.from(nested(levels)), 0));
      const text = await ended;
      session.destroy();
      return text;
    };
    assert.match(await call(16), /The access token is missing or not valid/);
    assert.ok((await call(17)).includes(tooDeep));
  });

  it('refuses a call in JSON that is longer than any message may be', async () => {
    await using cloud = await start();
    const { status } = await cloud.send('/plenum.cloud.v1.ClimateCloud/Query', ' '.repeat(2_000_000));
    assert.equal(status, 429);
  });
});

describe('a NUL in a body', () => {
  it('refuses a NUL in JSON and in a form, and accepts a backslash followed by u0000', async () => {
    await using cloud = await start();
    const nul = 'The request has a NUL character in a string.';
    const signIn = async (text: string) =>
      (await cloud.send('/account/sign-in', `{"email":"${text}","password":"x"}`)).text;
    for (const text of ['\\u0000', 'a\\u0000', '\\\\\\u0000']) assert.ok((await signIn(text)).includes(nul));
    for (const text of ['\\\\u0000', '\\\\\\\\u0000', 'u0000', '\\u00001'.replace('0000', '0001')])
      assert.match(await signIn(text), /credentials-wrong/);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const token = async (text: string) => (await cloud.send('/token', `grant_type=${text}`, type)).text;
    for (const text of ['%00', 'a%00', '\0']) assert.ok((await token(text)).includes(nul), text);
    assert.doesNotMatch(await token('%2500'), /NUL/);
  });
});

describe('the parameters of a form', () => {
  it('refuses more than 100 parameters of a token request, as a form and as JSON', async () => {
    await using cloud = await start();
    const names = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = (count: number) =>
      cloud.send('/token', ['grant_type=x', ...names(count - 1)].join('&'), type);
    const json = (count: number) =>
      cloud.send(
        '/token',
        JSON.stringify({
          grant_type: 'x',
          ...Object.fromEntries(names(count - 1).map((name) => [name, ''])),
        }),
      );
    for (const send of [form, json]) {
      assert.doesNotMatch((await send(100)).text, /parameters/);
      assert.match((await send(101)).text, /the body has more than 100 parameters/);
    }
  });
});

describe('a request whose body is not needed', () => {
  /** Sends the headers of a request and half of a body, and resolves to the status of the response. */
  const sendHalf = (url: string, path: string, headers: Record<string, string> = {}): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request(
        url + path,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': '60000', ...headers },
        },
        (answer) => {
          resolve(answer.statusCode!);
          asked.destroy();
        },
      );
      asked.once('error', reject);
      asked.write('['.repeat(30_000));
    });

  it('refuses an unknown path before the body is read', async () => {
    await using cloud = await start();
    assert.equal(await sendHalf(cloud.url, '/nowhere'), 404);
    assert.equal(await sendHalf(cloud.url, '/version'), 404);
  });

  it('refuses a stranger and another site at the console before the body is read', async () => {
    await using cloud = await start();
    assert.equal(await sendHalf(cloud.url, '/console/apps'), 401);
    assert.equal(await sendHalf(cloud.url, '/account/sign-in', { 'sec-fetch-site': 'cross-site' }), 403);
  });

  it('refuses an address that is over its limit before the body is read', async () => {
    await using cloud = await start();
    for (let n = 0; n < limits.consoleRequests.burst; n++) await cloud.send('/account/sign-in', '[]');
    assert.equal(await sendHalf(cloud.url, '/account/sign-in'), 429);
    for (let n = 0; n < limits.addressTokens.burst; n++) await cloud.send('/token', '{}');
    assert.equal(await sendHalf(cloud.url, '/token'), 429);
  });

  it('refuses an unknown path over HTTP/2 before the body is read, and continues the session', async () => {
    await using cloud = await start();
    const session = connectHttp2(cloud.url);
    const ask = (path: string, method = 'POST') => {
      const call = session.request({ ':method': method, ':path': path, 'content-type': 'application/json' });
      call.on('error', () => {}).resume();
      return {
        call,
        status: new Promise((resolve) => call.once('response', (headers) => resolve(headers[':status']))),
      };
    };
    const { call, status } = ask('/nowhere');
    call.write('['.repeat(30_000));
    assert.equal(await status, 404);
    assert.equal(await ask('/version', 'GET').status, 200);
    session.destroy();
  });
});

describe('refusals of an address', () => {
  it('delays refusals of paths, bodies and calls by a second after 200 to one address', async () => {
    await using cloud = await start();
    const { burst, delay } = limits.quickRefusals;
    const paths = ['/nowhere', '/uplink/pairing', '/token', '/plenum.cloud.v1.ClimateCloud/Query'];
    for (let n = 0; n < burst; n++) await cloud.send(paths[n % paths.length]!, '['.repeat(17));
    const timers = cloud.clock.timers();
    let isAnswered = false;
    const late = cloud.send('/nowhere', '{}').then(({ status }) => {
      isAnswered = true;
      return status;
    });
    await until('the refusal waits', async () => cloud.clock.timers() > timers);
    // A request that is not refused is answered meanwhile, whatever its address.
    assert.equal((await fetch(`${cloud.url}/version`)).status, 200);
    cloud.clock.advance(delay - 1);
    assert.equal((await fetch(`${cloud.url}/version`)).status, 200);
    assert.equal(isAnswered, false);
    cloud.clock.advance(1);
    assert.equal(await late, 404);
  });
});
