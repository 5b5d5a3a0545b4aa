import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Bridge } from '@plenum/bridge';
import { catalogue } from '@plenum/protocol/command';
import { componentKinds, kinds } from '@plenum/protocol/component';
import { runBridge } from '@plenum/testbed/house';
import { Ajv2020 } from 'ajv/dist/2020.js';

interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Answerable {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answerable>>;
}
interface Contract {
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
  readonly components: { readonly responses: Readonly<Record<string, Answerable>> };
}

const contract = JSON.parse(
  readFileSync(new URL('../contracts/local.openapi.json', import.meta.url), 'utf8'),
) as Contract;

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'contract', ...contract });

/** Returns the errors of a value against the schema at a path in the contract. */
const errorsOf = (value: unknown, ...place: string[]): unknown => {
  const pointer = place.map((word) => encodeURIComponent(word.replaceAll('~', '~0').replaceAll('/', '~1')));
  const validate = ajv.getSchema(`contract#/${pointer.join('/')}`);
  assert.ok(validate, `no schema at ${place.join(' ')}`);
  return validate(value) ? [] : validate.errors?.slice(0, 5);
};

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Sent {
  readonly method: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const send = (port: number, path: string, { method, body, headers = {} }: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      async (response) => {
        let text = '';
        for await (const piece of response.setEncoding('utf8')) text += piece;
        resolve({ status: response.statusCode!, headers: response.headers, text });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });

/** Returns the response in the contract for a status of an operation, and its path in the contract. */
const answerOf = (path: string, method: 'get' | 'post', status: number) => {
  const place = ['paths', path, method, 'responses', String(status)];
  const answer = contract.paths[path]![method]!.responses[status];
  assert.ok(answer, `${method} ${path} answers ${status}, which is not in the contract`);
  const name = answer.$ref?.split('/').at(-1);
  if (name === undefined) return { answer, place };
  return { answer: contract.components.responses[name]!, place: ['components', 'responses', name] };
};

/** Checks that the contract contains this response: its status, type and shape. */
const check = (path: string, method: 'get' | 'post', { status, headers, text }: Received): void => {
  const { answer, place } = answerOf(path, method, status);
  const type = headers['content-type']!.split(';')[0]!;
  assert.ok(answer.content?.[type], `${method} ${path} answers ${status} in ${type}`);
  const value = type === 'application/json' ? JSON.parse(text) : text;
  assert.deepEqual(errorsOf(value, ...place, 'content', type, 'schema'), [], `${method} ${path}: ${text}`);
  if (status !== 200) assert.match(text, /^\{ERROR: .+\}$/);
};

const operations = Object.entries(contract.paths).flatMap(([path, { get, post }]) => [
  ...(get === undefined ? [] : [{ path, method: 'get', operation: get } as const]),
  ...(post === undefined ? [] : [{ path, method: 'post', operation: post } as const]),
]);
const posts = operations.filter(({ method }) => method === 'post');
/** Operations of the original interface refuse with status 200 (wire facts 8). */
const isOriginal = ({ responses }: Operation) => !('400' in responses);
const queries: Readonly<Record<string, string>> = {
  '/history': '?series=zone.0.Temp,unit.Temp',
  '/explain': '?component=zone.0',
  '/backup/upload': '?at=0',
};
const queryOf = (path: string) => queries[path] ?? '';
/** Commands that this house refuses with any value, and the request to snooze an alert while none is active. */
const refused = [
  'RfPair',
  'ZoneBypass',
  'BalanceMin',
  'LiAlSnooze',
  'Time',
  'LiNetSet',
  'LiNewBridge',
  'AppleHomeKitPair',
];
/**
 * No browser is subscribed, the house file sets the time zone, the controller does not follow the panel of the unit, and
 * the bridge cannot be restarted.
 */
const refusedPaths = [
  ...['/alerts/test', '/time-zone', '/simulation/UnitPanel'],
  ...['/backup/upload', '/backup/open', '/backup/restore', '/backup/undo'],
];
/** True for commands to a kind of unit that the house does not have. */
const isOfOtherUnit = (name: string) => /^(Evap|UnitBrandASettings)/.test(name);
const examplesOf = ({ requestBody }: Operation) =>
  Object.values(requestBody?.content['application/json']?.examples ?? {}).map(({ value }) => value);
/** True for an operation whose body is a file instead of JSON. */
const takesFile = ({ requestBody }: Operation) => 'application/octet-stream' in (requestBody?.content ?? {});

describe('contracts/local.openapi.json and a bridge agree', () => {
  let bridge: Bridge;
  let port: number;
  /** Number of changes to the house so far. */
  let changes = 0;
  /** A separate house for installer commands, which change values that the other tests use. */
  let setup: Bridge;
  before(async () => {
    bridge = await runBridge();
    setup = await runBridge();
    bridge.device.subscribe(() => changes++);
    port = bridge.http.port;
    // Includes responses that only a brand A unit gives.
    const brand = JSON.stringify({ SetAcUnitBrandSet: 22 });
    assert.equal((await send(port, '/HvacCommandV2', { method: 'POST', body: brand })).status, 200);
  });
  after(async () => {
    await bridge[Symbol.asyncDispose]();
    await setup[Symbol.asyncDispose]();
  });

  for (const { path, method, operation } of operations.filter(
    ({ path, operation }) => path !== '/events' && !takesFile(operation),
  )) {
    it(`the response of the bridge to ${method.toUpperCase()} ${path} matches the contract`, async () => {
      if (method === 'get') {
        const received = await send(port, path + queryOf(path), { method: 'GET' });
        assert.equal(received.status, 200);
        return check(path, method, received);
      }
      const examples = examplesOf(operation);
      assert.ok(examples.length > 0);
      for (const example of examples) {
        const place: string[] = [
          'paths',
          path,
          method,
          'requestBody',
          'content',
          'application/json',
          'schema',
        ];
        assert.deepEqual(errorsOf(example, ...place), []);
        const [key] = Object.keys(example as object);
        const isSetup = catalogue.get(key!)?.authority === 'installer' && path.endsWith('CommandV2');
        const to = isSetup ? setup.http.port : port;
        const received = await send(to, path, { method: 'POST', body: JSON.stringify(example) });
        const isRefused = refused.includes(key!) || isOfOtherUnit(key!) || refusedPaths.includes(path);
        const expected = isRefused ? 409 : 200;
        assert.equal(received.status, expected, `${path} ${JSON.stringify(example)}: ${received.text}`);
        if (isOriginal(operation)) assert.equal(received.text, '{OK}', JSON.stringify(example));
        check(path, method, received);
      }
      // The quirks of the example drop requests; the next tests need a bridge without quirks.
      if (path === '/simulation/Quirks') await send(port, path, { method: 'POST', body: '{}' });
    });
  }

  it('the first event of GET /events matches the contract', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const asked = request({ host: '127.0.0.1', port, path: '/events', agent: false }, (response) => {
      assert.equal(response.headers['content-type'], 'text/event-stream');
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (text.includes('\n\n')) resolve(text);
      });
    });
    asked.on('error', reject).end();
    const [, id, data] = /^id: (\d+)\nevent: snapshot\ndata: (.+)\n\n/.exec(await promise)!;
    asked
      .removeListener('error', reject)
      .on('error', () => {})
      .destroy();
    assert.equal(Number(id), changes);
    const { at, components } = JSON.parse(data!);
    assert.ok(Number.isInteger(at));
    for (const kind of componentKinds)
      assert.ok(
        components.some((each: { kind: string }) => each.kind === kind),
        kind,
      );
    for (const { kind, index, datagram } of components) {
      assert.ok(Number.isInteger(index));
      const { name } = kinds[kind as keyof typeof kinds];
      assert.deepEqual(errorsOf(datagram, 'components', 'schemas', name), [], kind);
    }
  });

  for (const { path, operation } of posts.filter(({ operation }) => !takesFile(operation))) {
    it(`${path} refuses invalid JSON, unknown keys, large bodies and wrong methods as in the contract`, async () => {
      for (const [body, status] of [
        ['{', 400],
        ['{"Strange":1}', 400],
        [`"${'x'.repeat(65_536)}"`, 413],
      ] as const) {
        const received = await send(port, path, { method: 'POST', body });
        assert.equal(received.status, isOriginal(operation) ? 200 : status, received.text);
        assert.match(received.text, /^\{ERROR: .+\}$/);
        check(path, 'post', received);
      }
      const { status, headers, text } = await send(port, path, { method: 'PUT', body: '{}' });
      const methods = (['get', 'post'] as const).flatMap((method) =>
        contract.paths[path]![method] === undefined ? [] : [method.toUpperCase()],
      );
      assert.deepEqual([status, headers.allow], [405, methods.join(', ')]);
      assert.equal(text, `{ERROR: ${path} accepts only ${methods.join(' and ')}.}`);
    });
  }

  it('an unknown path gets 404 as in the contract', async () => {
    const { status, text } = await send(port, '/HvacRequestV3', { method: 'POST', body: '{}' });
    assert.deepEqual([status, text], [404, '{ERROR: There is nothing at /HvacRequestV3.}']);
  });

  it('a request for history that does not exist gets 400 and a sentence, as in the contract', async () => {
    for (const query of [
      '',
      '?series=zone.99.Temp',
      '?series=zone.0.Temp&points=0',
      '?series=zone.0.Temp&step=61000',
      '?series=unit.Temp&from=x',
    ]) {
      const received = await send(port, `/history${query}`, { method: 'GET' });
      assert.equal(received.status, 400);
      check('/history', 'get', received);
    }
  });

  it('the response to a request for history in steps matches the contract', async () => {
    const query = '?series=zone.0.Temp,house.used.Wh&step=900000';
    check('/history', 'get', await send(port, `/history${query}`, { method: 'GET' }));
  });

  it('a command that the current state of the house does not allow gets 409 as in the contract', async () => {
    for (const [path, body] of [
      ['/HvacCommandV2', { ZoneMode: { Index: 13, Mode: 1 } }],
      ['/SplitSystemCommand', { SplitSystemZoneOn: { Index: 13, On: 1 } }],
      ['/VrfControlCommand', { VrfSystemZoneOn: { Index: 0, On: 1 } }],
      ['/iLightCommand', { RetStnMode: { No: 23, Mode: 1 } }],
      ['/HvacRequestV2', { HvacV2Request: { Type: 2, No: 13, No1: 0 } }],
      ['/simulation/ZoneWindow', { Zone: 13, Open: 1 }],
    ] as const) {
      const received = await send(port, path, { method: 'POST', body: JSON.stringify(body) });
      assert.equal(received.status, 409, `${path}: ${received.text}`);
      check(path, 'post', received);
    }
  });
});

describe('contracts/local.openapi.json and a bridge with restricted access agree', () => {
  const asked = ({ path, method }: (typeof operations)[number]): Sent => ({
    method: method.toUpperCase(),
    ...(method === 'post' && { body: JSON.stringify(examplesOf(contract.paths[path]!.post!)[0]) }),
  });

  it('a foreign Host or Origin gets 403 on every path, as in the contract', async () => {
    await using bridge = await runBridge();
    for (const each of operations)
      for (const headers of [{ Host: 'evil.example' }, { Origin: 'https://evil.example' }]) {
        const received = await send(bridge.http.port, each.path + queryOf(each.path), {
          ...asked(each),
          headers,
        });
        assert.equal(received.status, 403, each.path);
        check(each.path, each.method, received);
      }
  });

  it('a bridge with an access key responds with 401 on every protected path, as in the contract', async () => {
    await using bridge = await runBridge({ accessKey: 'sesame' });
    for (const each of operations.filter(({ path }) => path !== '/healthz')) {
      const received = await send(bridge.http.port, each.path + queryOf(each.path), asked(each));
      assert.equal(received.status, 401, each.path);
      check(each.path, each.method, received);
    }
    assert.equal((await send(bridge.http.port, '/healthz', { method: 'GET' })).status, 200);
  });

  it('a read-only bridge refuses commands as in the contract', async () => {
    await using bridge = await runBridge({ readOnly: true });
    // Subscriptions to push notifications do not belong to the house.
    const [notifying, others] = [true, false].map((is) =>
      posts.filter(({ path }) => path.startsWith('/alerts/') === is),
    );
    assert.equal((await send(bridge.http.port, '/alerts/save', asked(notifying![0]!))).status, 200);
    for (const each of others!) {
      // A backup can be downloaded from a read-only bridge.
      const isQuery = each.path.includes('Request') || each.path === '/backup';
      const received = await send(bridge.http.port, each.path + queryOf(each.path), asked(each));
      const refused = isOriginal(each.operation) ? 200 : 403;
      assert.equal(received.status, isQuery ? 200 : refused, each.path);
      if (!isQuery) assert.equal(received.text, '{ERROR: This bridge is read-only.}');
      check(each.path, each.method, received);
    }
  });
});
