import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { toCurl, toExport, toLiteral, toTypeScript } from './code.ts';
import { type ExplorerRequest, toRequest } from './request.ts';

const origin = 'https://cloud.example.org';
const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
const setpoint: ExplorerRequest = {
  requestType: 'Control',
  componentId: '000000001_hvac_zone_1',
  name: 'ZoneSetpoint',
  body: { Index: 1, Setpoint: 2250 },
};

test('the explorer builds requests with the envelope of interface 4.3', () => {
  assert.deepEqual(toRequest({ requestType: 'Discover' }, requestId), { requestId, requestType: 'Discover' });
  assert.deepEqual(toRequest({ requestType: 'Query', componentId: '000000001_hvac_zone_1' }, requestId), {
    requestId,
    requestType: 'Query',
    componentId: '000000001_hvac_zone_1',
  });
  assert.deepEqual(toRequest(setpoint, requestId), {
    requestId,
    requestType: 'Control',
    componentId: '000000001_hvac_zone_1',
    requestBody: { ZoneSetpoint: { Index: 1, Setpoint: 2250 } },
  });
});

test('the curl code sends the same request', () => {
  assert.equal(
    toCurl(origin, toRequest({ requestType: 'Discover' }, requestId)),
    String.raw`curl https://cloud.example.org/dev \
  -H "Authorization: Bearer $PLENUM_ACCESS_TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"requestId":"5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10","requestType":"Discover"}'`,
  );
});

/** Returns the arguments that curl receives from a shell. */
const argumentsOf = (text: string, token: string): readonly string[] => {
  const print = 'curl() { for each; do printf "%s\\0" "$each"; done; }\n';
  const { stdout } = spawnSync('sh', ['-c', print + text], { env: { PLENUM_ACCESS_TOKEN: token } });
  return stdout.toString().split('\0').slice(0, -1);
};

test('quotes any name in the curl code so that a shell passes it on unchanged', () => {
  for (const Name of ["Kids' room", '$HOME `id` "x"', String.raw`back\slash`, 'Küche', '-d @/etc/passwd']) {
    const request = toRequest({ ...setpoint, name: 'ZoneName', body: { Index: 1, Name } }, requestId);
    assert.deepEqual(argumentsOf(toCurl(origin, request), 'secret'), [
      ...['https://cloud.example.org/dev', '-H', 'Authorization: Bearer secret'],
      ...['-H', 'Content-Type: application/json', '-d', JSON.stringify(request)],
    ]);
  }
});

test('the TypeScript code sends the same request', () => {
  const head = `import { connectCloud } from '@plenum/client';

const cloud = connectCloud({
  url: 'https://cloud.example.org',
  tokens: { accessToken: process.env.PLENUM_ACCESS_TOKEN! },
});
`;
  assert.equal(
    toTypeScript(origin, setpoint),
    `${head}await cloud.control('000000001_hvac_zone_1', { ZoneSetpoint: { Index: 1, Setpoint: 2250 } });\n`,
  );
  assert.equal(
    toTypeScript(origin, { requestType: 'Query', componentId: '000000001_hvac_zone_1' }),
    `${head}const { datagram } = await cloud.query('000000001_hvac_zone_1');\nconsole.log(datagram);\n`,
  );
  assert.match(toTypeScript(origin, { requestType: 'Discover' }), /await cloud\.discover\(\);\n/);
});

test('the export line sets the token for the curl code', () => {
  const call = toCurl(origin, toRequest({ requestType: 'Discover' }, requestId));
  const sent = argumentsOf(`${toExport("it's secret")}\n${call}`, '');
  assert.ok(sent.includes("Authorization: Bearer it's secret"));
});

test('a long body is shown with one member per line', () => {
  const zone = { Mode: 3, Setpoint: 2150 };
  assert.equal(
    toLiteral({ SchedZones: { Index: 0, Zones: [zone, zone, zone] } }),
    `{
  SchedZones: {
    Index: 0,
    Zones: [
      { Mode: 3, Setpoint: 2150 },
      { Mode: 3, Setpoint: 2150 },
      { Mode: 3, Setpoint: 2150 },
    ],
  },
}`,
  );
});

test('a literal evaluates to its original value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const read = new Function(`return (${toLiteral(value)})`)();
      assert.equal(JSON.stringify(read), JSON.stringify(value));
    }),
  );
});
