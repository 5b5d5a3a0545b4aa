import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addresseesOf } from '@plenum/protocol/cloud';
import { catalogue, checkCommand } from '@plenum/protocol/command';
import { toComponentId } from '@plenum/protocol/component';
import { toCommandExample } from '@plenum/protocol/derive';
import { times } from '@plenum/testbed/full-run';
import { onSqliteFirst } from '../../fixture/with-store.fixture.ts';
import { insertAccount, insertGuest } from '../../fleet/bridge/account.fixture.ts';
import { idsOf, wholeHouse } from '../house.fixture.ts';
import type { RequestServer } from '../request-server.fixture.ts';
import { control, discover, freshId, openDev, refused, requestId, systemId, unit } from './dev.fixture.ts';

const query = { requestId, requestType: 'Query', componentId: unit };

/**
 * Number of components to which each command is sent although it is not meant for them. The full run uses all of them.
 */
const othersTried = times({ usual: 1, full: Number.POSITIVE_INFINITY });

onSqliteFirst('POST /dev', (engine) => {
  it('discovers all components of the user with their datagrams', async () => {
    await using cloud = await openDev(engine);
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
    await using cloud = await openDev(engine);
    await insertAccount(cloud.store, 'ben');
    const { body } = await cloud.anyPost(discover, cloud.tokens.issue('ben'));
    assert.deepEqual(body.response, { userID: 'ben', devices: [] });
  });

  it('queries a component of every kind', async () => {
    await using cloud = await openDev(engine);
    for (const [place, componentId] of idsOf(systemId).entries()) {
      const { status, body } = await cloud.post({ ...query, componentId });
      assert.equal(status, 200);
      const { datagram } = wholeHouse[place]!;
      const response = { component: { componentId, datagram } };
      assert.deepEqual(body, { requestId, requestType: 'Query', response });
    }
  });

  it('passes a datagram on unchanged, including unknown fields and numbers', async () => {
    await using cloud = await openDev(engine);
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

  it('sends a control to the bridge and responds with OK', async () => {
    await using cloud = await openDev(engine);
    const answer = await cloud.post(control);
    assert.equal(
      answer.text,
      `{"requestId":"${requestId}","componentId":"${unit}","requestType":"Control","response":{"result":"OK"}}`,
    );
    assert.equal(answer.status, 200);
    assert.deepEqual(cloud.controls.sent, [{ systemId, command: { SysOn: 1 } }]);
  });

  it('normalizes other spellings of a command before it is sent to the bridge', async () => {
    await using cloud = await openDev(engine);
    await cloud.post({ ...control, requestBody: { iSaveOn: 1 } });
    assert.deepEqual(cloud.controls.sent[0]?.command, { iSave: 1 });
  });

  it('accepts every command at each component it is meant for, and at no other', async () => {
    await using cloud = await openDev(engine);
    const components = idsOf(systemId);
    const refusedAt = new Set<string>();
    for (const [place, command] of [...catalogue.values()].entries()) {
      const requestBody = toCommandExample(command);
      const checked = checkCommand(requestBody);
      assert.ok(checked.ok);
      const takers = addresseesOf(checked.value).map((ref) => toComponentId(systemId, ref)!);
      const others = components.filter((id) => !takers.includes(id));
      const from = place % others.length;
      // Starts with components that have refused no command yet. The tests of the protocol package send every command
      // to all of them (address.test.ts).
      const tried = [...others.slice(from), ...others.slice(0, from)]
        .toSorted((a, b) => Number(refusedAt.has(a)) - Number(refusedAt.has(b)))
        .slice(0, othersTried);
      for (const componentId of [...takers.filter((id) => components.includes(id)), ...tried]) {
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
          assert.equal(body.response.detail, `"${command.name}" is accepted only on the local network.`);
        } else if (takers.includes(componentId)) assert.equal(status, 200, said);
        else {
          refusedAt.add(componentId);
          assert.equal(status, 400, said);
          assert.equal(
            body.response.detail,
            `"${command.name}" must be addressed to ${takers.join(', ')}, not to this component.`,
          );
        }
      }
    }
    assert.deepEqual([...refusedAt].sort(), components.toSorted());
    const names = new Set(cloud.controls.sent.map(({ command }) => Object.keys(command)[0]));
    const overCloud = [...catalogue.values()].filter(({ over }) => over.includes('cloud'));
    assert.deepEqual([...names].sort(), overCloud.map(({ name }) => name).sort());
  });

  it('refuses a command outside its limits in the reader’s units, and does not send it', async () => {
    await using cloud = await openDev(engine);
    const body = { ...control, requestBody: { ZoneSetpoint: { Index: 1, Setpoint: 2155 } } };
    refused(
      await cloud.post(body),
      400,
      'InvalidRequest',
      'ZoneSetpoint.Setpoint: 21.55 °C is not a multiple of 0.5 °C. Use 21.50 or 22.00.',
    );
    refused(
      await cloud.post({ ...control, requestBody: { SysOn: 1, SysMode: 1 } }),
      400,
      'InvalidRequest',
      'A body must contain exactly one command; this one has 2 keys.',
    );
    assert.deepEqual(cloud.controls.sent, []);
  });

  it('lets an app with the scope garage move a garage door for the owner, but not for a guest', async () => {
    await using cloud = await openDev(engine);
    await insertAccount(cloud.store, 'bob');
    await insertGuest(cloud.store, { systemId, accountId: 'bob', access: 'manage' });
    await cloud.store.db.updateTable('bridge_member').set({ paired_at: 1_000 }).execute();
    const [lamp] = wholeHouse.filter(({ kind }) => kind === 'lamp');
    const door = { ...lamp!, datagram: { ...lamp!.datagram, Type: 'CGDO' } };
    await cloud.house.change([door]);
    const press = {
      ...control,
      componentId: toComponentId(systemId, door),
      requestBody: { LiOn: { No: door.index, On: 1 } },
    };
    const scopes = ['query-control', 'lighting', 'garage'];
    const send = (accountId: string, without?: string) =>
      cloud.anyPost(
        { ...press, requestId: freshId() },
        cloud.tokens.issue(accountId, { scopes: scopes.filter((scope) => scope !== without) }),
      );
    assert.deepEqual((await send('ann', 'garage')).body.response, {
      result: 'UserNotAllowed',
      detail: 'The access token does not allow moving a garage door; that needs the scope garage.',
    });
    assert.deepEqual((await send('bob')).body.response, {
      result: 'UserNotAllowed',
      detail: 'Only the owner of a house can move its garage door over the cloud.',
    });
    assert.equal(cloud.controls.sent.length, 0);
    assert.deepEqual((await send('ann')).body.response, { result: 'OK' });
    assert.equal(cloud.controls.sent.length, 1);
  });

  it('reports why a control was not executed', async () => {
    await using cloud = await openDev(engine);
    const said = async (answer: Parameters<RequestServer['controls']['answer']>[0]) => {
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
      'The bridge did not answer within 10 s; it is not known whether it was done.',
    ]);
    assert.deepEqual(await said({ answer: 'unreachable' }), [
      504,
      'Error',
      'The bridge cannot be reached from here at the moment; nothing was done.',
    ]);
  });

  it('returns only an id when an internal error occurs', async () => {
    await using cloud = await openDev(engine);
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
});
