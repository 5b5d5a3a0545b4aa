import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { izone, neutral } from '@plenum/protocol/dialect';
import { ok, refuse } from '@plenum/protocol/refusal';
import type { Device, PassUnknown, UnknownRequest } from '../../device/device.ts';
import type { HttpRequest } from '../request.ts';
import type { Route } from '../route.ts';
import { createCommandRoutes } from './command.ts';
import { createQueryRoutes } from './query.ts';

const requestOf = (text: string): HttpRequest =>
  ({ method: 'POST', url: '', headers: {}, raw: { socket: {} }, body: ok(text) }) as unknown as HttpRequest;

/** Creates a device without components. Its real bridge gives the same response to each unknown request. */
const open = (answer: Awaited<ReturnType<PassUnknown>> | undefined, dialect = neutral) => {
  const passed: UnknownRequest[] = [];
  const passUnknown: PassUnknown = async (request) => {
    passed.push(request);
    return answer!;
  };
  const datagrams = { unit: [], zone: [] };
  const device = {
    identity: { uid: '000000001', deviceType: 'ASH', firmware: '1' },
    health: () => undefined,
    datagrams: () => datagrams,
    at: () => 0,
    ...(answer !== undefined && { passUnknown }),
    commandFor: async () => refuse('not-available', { facts: { what: 'change', reason: 'replay' } }),
  } as unknown as Device;
  const rights = { readOnly: false, isInstaller: () => 'allowed' as const };
  const ask = (routes: readonly Route[], path: string) => async (body: string) => {
    const found = routes.find((route) => route.path === path)!;
    const { status, text } = await found.handle(requestOf(body));
    return [status, text];
  };
  return {
    passed,
    query: ask(createQueryRoutes(device, dialect), '/HvacRequestV2'),
    control: ask(createCommandRoutes(device, dialect, rights), '/HvacCommandV2'),
  };
};

describe('a command without a definition', () => {
  it('passes on an unknown command if the option is on, and returns the real response', async () => {
    const { passed, control } = open(ok({ Extra: 1 }));
    assert.deepEqual(await control('{"Extra":7}'), [200, '{"Extra":1}']);
    assert.deepEqual(passed, [{ subsystem: 'ac', kind: 'control', body: { Extra: 7 } }]);
    assert.deepEqual(await open(ok(undefined)).control('{"Extra":7}'), [200, 'OK']);
    const refused = await open(refuse('read-only')).control('{"Extra":7}');
    assert.deepEqual(refused, [403, '{ERROR: This bridge is read-only.}']);
  });

  it('refuses an unknown command if the option is off, and never passes on an invalid one', async () => {
    const [status, text] = await open(undefined).control('{"Extra":7}');
    assert.deepEqual([status, String(text).slice(0, 36)], [400, '{ERROR: There is no command "Extra".']);
    const { passed, control } = open(ok(undefined));
    for (const body of ['{"SysOn":7}', '{"RetEnable":1}', '{', '{}', '[]'])
      assert.equal((await control(body))[0], 400, body);
    assert.equal((await control('{"SysOn":1}'))[0], 409);
    assert.deepEqual(passed, []);
  });
});

describe('a query without a definition', () => {
  it('passes on an unknown query if the option is on, and returns the real response', async () => {
    const { passed, query } = open(ok({ Extra: 1 }));
    const body = { HvacV2Request: { Type: 99, No: 0, No1: 0 } };
    assert.deepEqual(await query(JSON.stringify(body)), [200, '{"Extra":1}']);
    assert.deepEqual(await query('{"ExtraRequest":{}}'), [200, '{"Extra":1}']);
    assert.deepEqual(passed, [
      { subsystem: 'ac', kind: 'query', body },
      { subsystem: 'ac', kind: 'query', body: { ExtraRequest: {} } },
    ]);
    assert.deepEqual(await open(ok(undefined)).query('{"ExtraRequest":{}}'), [200, '{}']);
    assert.equal((await open(refuse('read-only')).query('{"ExtraRequest":{}}'))[0], 403);
  });

  it('passes on an unknown query in neutral words and responds in the maker’s words', async () => {
    const { passed, query } = open(ok({ HvacDeviceUId: '1' }), izone);
    const answer = await query('{"iZoneV2Request":{"Type":99,"No":0,"No1":0}}');
    assert.deepEqual(answer, [200, '{"AirStreamDeviceUId":"1"}']);
    assert.deepEqual(passed[0]?.body, { HvacV2Request: { Type: 99, No: 0, No1: 0 } });
  });

  it('refuses an unknown query if the option is off, and passes on no known or malformed one', async () => {
    assert.equal((await open(undefined).query('{"ExtraRequest":{}}'))[0], 400);
    const { passed, query } = open(ok(undefined));
    for (const [body, status] of [
      ['{', 400],
      ['[]', 400],
      ['{"HvacV2Request":{"Type":2,"No":0,"No1":0}}', 409],
    ] as const)
      assert.equal((await query(body))[0], status, body);
    assert.deepEqual(passed, []);
  });
});
