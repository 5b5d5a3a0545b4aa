import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { catalogue, checkCommand, takersOf, toCommandExample, toComponentId } from '@plenum/protocol';
import { onEachStore } from '../fixture/with-store.fixture.ts';
import { type Doors, startDoors } from './doors.fixture.ts';
import { createAccount, createHouse, idsOf, wholeHouse } from './house.fixture.ts';

const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
const systemId = '000000001';
const unit = `${systemId}_hvac_systemsettings_0`;
const discover = { requestId, requestType: 'Discover' };
const query = { requestId, requestType: 'Query', componentId: unit };
const control = { requestId, requestType: 'Control', componentId: unit, requestBody: { SysOn: 1 } };

let ids = 0;
const freshId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;

onEachStore('POST /dev', (engine) => {
  const doors = async () => {
    const stack = new AsyncDisposableStack();
    const { place } = stack.use(await engine.createPlace());
    const open: Doors = stack.use(await startDoors({ place, rate: { rate: 10_000, burst: 10_000 } }));
    await createAccount(open.store, 'ann');
    await createHouse(open, { accountId: 'ann', systemId });
    const token = open.tokens.issue('ann');
    const post = (body: unknown, headers = {}) => open.post(body, token, headers);
    return { ...open, token, post, anyPost: open.post, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };
  const refused = (
    answer: { status: number; body: unknown },
    status: number,
    result: string,
    detail: string,
    id: string = requestId,
  ) => {
    assert.deepEqual(answer.body, { requestId: id, response: { result, detail } });
    assert.equal(answer.status, status);
  };

  it('discovers all components of the user with their datagrams', async () => {
    await using cloud = await doors();
    const { status, headers, body } = await cloud.post(discover);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(Object.keys(body), ['requestId', 'requestType', 'response']);
    assert.deepEqual(Object.keys(body.response), ['userID', 'devices']);
    assert.equal(body.requestId, requestId);
    assert.equal(body.requestType, 'Discover');
    assert.equal(body.response.userID, 'ann');
    const byId = (a: { componentId: string }, b: { componentId: string }) =>
      a.componentId < b.componentId ? -1 : 1;
    assert.deepEqual(
      body.response.devices.toSorted(byId),
      wholeHouse
        .map((one) => ({ componentId: toComponentId(systemId, one), datagram: one.datagram }))
        .toSorted(byId as never),
    );
  });

  it('discovers nothing for a user without bridges', async () => {
    await using cloud = await doors();
    await createAccount(cloud.store, 'ben');
    const { body } = await cloud.anyPost(discover, cloud.tokens.issue('ben'));
    assert.deepEqual(body.response, { userID: 'ben', devices: [] });
  });

  it('queries a component of every kind', async () => {
    await using cloud = await doors();
    for (const [place, componentId] of idsOf(systemId).entries()) {
      const { status, body } = await cloud.post({ ...query, componentId });
      assert.equal(status, 200);
      const { datagram } = wholeHouse[place]!;
      const response = { component: { componentId, datagram } };
      assert.deepEqual(body, { requestId, requestType: 'Query', response });
    }
  });

  it('gives a datagram on to the letter, fields and numbers nobody knows included', async () => {
    await using cloud = await doors();
    const text = '{"SysOn":1,"New":{"a":[1.50,12345678901234567890]},"Tag1":"Grüße \\u0007"}';
    await cloud.store.db
      .updateTable('component')
      .set({ datagram: text })
      .where('component_id', '=', unit)
      .execute();
    const answer = await cloud.post(query);
    assert.ok(answer.text.endsWith(`"datagram":${text}}}}`), answer.text);
    const all = await cloud.post(discover);
    assert.ok(all.text.includes(`"datagram":${text}`));
  });

  it('sends a control to the bridge and answers OK', async () => {
    await using cloud = await doors();
    const answer = await cloud.post(control);
    assert.equal(
      answer.text,
      `{"requestId":"${requestId}","componentId":"${unit}","requestType":"Control","response":{"result":"OK"}}`,
    );
    assert.equal(answer.status, 200);
    assert.deepEqual(cloud.controls.sent, [{ systemId, command: { SysOn: 1 } }]);
  });

  it('sends other spellings of a command as the one the bridge knows', async () => {
    await using cloud = await doors();
    await cloud.post({ ...control, requestBody: { iSaveOn: 1 } });
    assert.deepEqual(cloud.controls.sent[0]?.command, { iSave: 1 });
  });

  it('takes every command of the cloud at each component it may go to, and no other', async () => {
    await using cloud = await doors();
    for (const command of catalogue.values()) {
      const requestBody = toCommandExample(command);
      const checked = checkCommand(requestBody);
      assert.ok(checked.ok);
      const takers = takersOf(checked.value).map((ref) => toComponentId(systemId, ref));
      for (const componentId of idsOf(systemId)) {
        const { status, body } = await cloud.post({
          ...control,
          requestId: freshId(),
          componentId,
          requestBody,
        });
        const said = `${command.name} to ${componentId}: ${JSON.stringify(body)}`;
        if (!command.over.includes('cloud')) {
          assert.equal(status, 403, said);
          assert.equal(body.response.result, 'UserNotAllowed', said);
          assert.equal(body.response.detail, `"${command.name}" is taken on the local network only.`);
        } else if (takers.includes(componentId)) assert.equal(status, 200, said);
        else {
          assert.equal(status, 400, said);
          assert.equal(body.response.detail, `"${command.name}" goes to ${takers.join(', ')}, not here.`);
        }
      }
    }
    const names = new Set(cloud.controls.sent.map(({ command }) => Object.keys(command)[0]));
    const overCloud = [...catalogue.values()].filter(({ over }) => over.includes('cloud'));
    assert.deepEqual([...names].sort(), overCloud.map(({ name }) => name).sort());
  });

  it('refuses a command outside its limits in the reader’s units, and sends nothing', async () => {
    await using cloud = await doors();
    const body = { ...control, requestBody: { ZoneSetpoint: { Index: 1, Setpoint: 2155 } } };
    refused(
      await cloud.post(body),
      400,
      'InvalidRequest',
      'ZoneSetpoint.Setpoint: 21.55 °C is not a step of 0.5 °C; nearest 21.50 or 22.00.',
    );
    refused(
      await cloud.post({ ...control, requestBody: { SysOn: 1, SysMode: 1 } }),
      400,
      'InvalidRequest',
      'A body carries exactly one command; this one has 2 keys.',
    );
    assert.deepEqual(cloud.controls.sent, []);
  });

  it('says what became of a control that was not done', async () => {
    await using cloud = await doors();
    const said = async (answer: Parameters<Doors['controls']['answer']>[0]) => {
      cloud.controls.answer(answer);
      const id = freshId();
      const { status, body } = await cloud.post({ ...control, requestId: id });
      assert.equal(body.requestId, id);
      return [status, body.response.result, body.response.detail];
    };
    assert.deepEqual(await said({ answer: 'refused', status: 409, detail: 'This house has no zone.' }), [
      502,
      'Error',
      'This house has no zone.',
    ]);
    assert.deepEqual(await said({ answer: 'absent' }), [
      504,
      'Error',
      'The bridge is not connected; nothing was done.',
    ]);
    assert.deepEqual(await said({ answer: 'silent' }), [
      504,
      'Error',
      'The bridge did not answer within 10 s; whether it was done is not known.',
    ]);
    assert.deepEqual(await said({ answer: 'unreachable' }), [
      504,
      'Error',
      'The bridge cannot be reached from here at the moment; nothing was done.',
    ]);
  });

  it('answers what goes wrong here with nothing but an id', async () => {
    await using cloud = await doors();
    cloud.controls.answer(async () => {
      throw new Error('secret');
    });
    const { status, body, headers, text } = await cloud.post(control);
    assert.equal(status, 500);
    assert.equal(body.requestId, requestId);
    assert.equal(body.response.result, 'Error');
    assert.ok(body.response.detail.includes(headers.get('x-request-id')));
    assert.doesNotMatch(text, /secret/);
  });

  it('knows nobody without a valid token', async () => {
    await using cloud = await doors();
    const detail = 'The access token is missing or not valid.';
    const none = await cloud.anyPost(discover);
    refused(none, 401, 'InvalidUser', detail);
    assert.equal(none.headers.get('www-authenticate'), 'Bearer');
    const unknown = await cloud.anyPost(discover, 'unknown');
    refused(unknown, 401, 'InvalidUser', detail);
    assert.equal(unknown.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
    for (const Authorization of [`Basic ${cloud.token}`, cloud.token, `Bearer ${cloud.token} x`, 'Bearer '])
      refused(await cloud.anyPost(discover, undefined, { Authorization }), 401, 'InvalidUser', detail);
    cloud.tokens.revoke(cloud.token);
    refused(await cloud.post(discover), 401, 'InvalidUser', detail);
  });

  it('reads no token from the address or the body', async () => {
    await using cloud = await doors();
    const answer = await fetch(`${cloud.url}/dev?access_token=${cloud.token}`, {
      method: 'POST',
      body: JSON.stringify(discover),
    });
    assert.equal(answer.status, 401);
    refused(
      await cloud.anyPost({ ...discover, access_token: cloud.token }),
      401,
      'InvalidUser',
      'The access token is missing or not valid.',
    );
  });

  it('takes the scheme of the header in either case (RFC 9110, 11.1)', async () => {
    await using cloud = await doors();
    const { status } = await cloud.anyPost(discover, undefined, { Authorization: `bearer ${cloud.token}` });
    assert.equal(status, 200);
  });

  it('refuses a token of another scope', async () => {
    await using cloud = await doors();
    const token = cloud.tokens.issue('ann', { scopes: ['pair-bridge'] });
    const answer = await cloud.anyPost(discover, token);
    refused(
      answer,
      403,
      'UserNotAllowed',
      'The access token does not allow this; it needs the scope query-control.',
    );
    assert.match(answer.headers.get('www-authenticate')!, /insufficient_scope/);
  });

  it('refuses what is no request, with the id it came with where that is one', async () => {
    await using cloud = await doors();
    const invalid = async (body: unknown, detail: string) =>
      refused(await cloud.post(body), 400, 'InvalidRequest', detail);
    await invalid({ requestId }, 'The key requestType is missing.');
    await invalid(
      { ...discover, requestType: 'discover' },
      'requestType: "discover" is not one of Discover, Query, Control.',
    );
    await invalid({ ...discover, more: 1 }, 'There is no key "more"; keys are requestId, requestType.');
    await invalid({ requestId, requestType: 'Query' }, 'The key componentId is missing.');
    await invalid({ ...control, requestBody: [] }, 'requestBody: [] is not an object.');
  });

  it('refuses a body whose id is none, and names the answer by another', async () => {
    await using cloud = await doors();
    const invalid = async (body: unknown, detail: string) => {
      const answer = await cloud.post(body);
      refused(answer, 400, 'InvalidRequest', detail, answer.headers.get('x-request-id')!);
    };
    await invalid({ ...discover, requestId: '1' }, 'requestId: "1" is not a UUID.');
    await invalid({ requestType: 'Discover' }, 'The key requestId is missing.');
    await invalid('[]', 'The body is not a JSON object with a request.');
    await invalid(
      '{',
      "The body is not JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2).",
    );
    await invalid('', 'The body is not JSON: Unexpected end of JSON input.');
    await invalid(
      `{"requestId":"${requestId}","requestType":"Discover","requestType":"Discover"}`,
      'The body has the same key twice.',
    );
    await invalid(
      Buffer.concat([Buffer.from('{"requestId":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      'The body is not valid UTF-8.',
    );
    await invalid(`${'['.repeat(17)}${']'.repeat(17)}`, 'The body is nested deeper than 16 levels.');
  });

  it('takes a body of 65,536 bytes and refuses one more', async () => {
    await using cloud = await doors();
    const padded = (length: number) => {
      const body = JSON.stringify(discover);
      return `${body}${' '.repeat(length - body.length)}`;
    };
    assert.equal((await cloud.post(padded(65_536))).status, 200);
    const { status, body } = await cloud.post(padded(65_537));
    assert.equal(status, 413);
    assert.deepEqual(body.response, {
      result: 'InvalidRequest',
      detail: 'The body is larger than 65536 bytes.',
    });
  });

  it('takes any Content-Type, and none', async () => {
    await using cloud = await doors();
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'x/y'])
      assert.equal((await cloud.post(discover, { 'Content-Type': type })).status, 200, type);
    assert.equal((await cloud.post(Buffer.from(JSON.stringify(discover)))).status, 200);
  });

  it('takes a body over HTTP/2 that says neither its type nor its length', async () => {
    await using cloud = await doors();
    const session = connectHttp2(cloud.url);
    const call = session.request({
      ':method': 'POST',
      ':path': '/dev',
      authorization: `Bearer ${cloud.token}`,
    });
    call.end(JSON.stringify(discover));
    const [head] = await once(call, 'response');
    assert.equal(head[':status'], 200);
    assert.match(await text(call), /"requestType":"Discover"/);
    session.destroy();
  });

  it('takes POST only', async () => {
    await using cloud = await doors();
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await fetch(`${cloud.url}/dev`, { method });
      assert.equal(answer.status, 405, method);
      assert.equal(answer.headers.get('allow'), 'POST');
      const { response } = (await answer.json()) as { response: unknown };
      assert.deepEqual(response, { result: 'InvalidRequest', detail: 'This address takes POST only.' });
    }
  });
});
