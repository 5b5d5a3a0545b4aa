import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CloudMessage, verifyWebhook } from '@plenum/client';
import { startReceiver } from '@plenum/testbed/receiver';
import { until } from '@plenum/testbed/until';
import { startHouse } from '../house/start-house.ts';
import { startCloud } from './start-cloud.ts';
import type { TestCloud } from './test-cloud.ts';

const kitchenOf = async ({ client }: TestCloud): Promise<string> => {
  const { components } = await client.discover();
  return components.find(({ datagram }) => (datagram as { Name?: string }).Name === 'Kitchen')!.componentId;
};

describe('a cloud in a test', () => {
  it('shows its app the house of its user, which obeys the app', async () => {
    await using cloud = await startCloud();
    await using house = await startHouse({ cloud });
    await cloud.client.control(await kitchenOf(cloud), { ZoneSetpoint: { Index: 1, Setpoint: 2350 } });
    await house.expectState('zone', 1, { Setpoint: 2350 });
  });

  it('sends signed events about what happens in the house to an endpoint of the test', async () => {
    await using cloud = await startCloud();
    await using receiver = await startReceiver();
    await using inbox = await cloud.openInbox();
    const secret = await cloud.addEndpoint(receiver.url);
    await using house = await startHouse({ cloud });
    await house.client.simulation.applyOverride('ZoneDamperStuck', { Zone: 1, On: 1 });
    await house.client.command('ZoneSetpoint', { Index: 1, Setpoint: 2350 });
    await house.advance('2h');
    const isThere = async () => receiver.messages.some(({ body }) => body.includes('"Setpoint":2350'));
    await until('the event arrives', isThere);
    for (const { headers, body } of receiver.messages) verifyWebhook({ headers, body, secrets: [secret] });
    const isSet = (message: CloudMessage) => JSON.stringify(message).includes('"Setpoint":2350');
    assert.ok(inbox.messages.includes(await inbox.expectMessage(isSet)));
    const isNever = () => false;
    await assert.rejects(inbox.expectMessage(isNever, { timeout: 1 }), {
      name: 'AssertionError',
      message:
        /^No message for which \(\) => false within 1 ms\. There were \d+ others:\n {2}Sync for user .+\n {2}Event of house \d{9}: first state of .+/s,
    });
  });

  it('can be out of reach of its houses for some time, but not of its apps', async () => {
    await using cloud = await startCloud();
    await using house = await startHouse({ cloud });
    const kitchen = await kitchenOf(cloud);
    cloud.setReachable(false);
    const set = (Setpoint: number) => cloud.client.control(kitchen, { ZoneSetpoint: { Index: 1, Setpoint } });
    await assert.rejects(set(2350), { code: 'offline' });
    cloud.setReachable(true);
    const isDone = () =>
      set(2450).then(
        () => true,
        () => false,
      );
    await until('the house is back', isDone);
    await house.expectState('zone', 1, { Setpoint: 2450 });
  });

  it('lets time pass in the cloud without waiting, while its house keeps its own time', async () => {
    await using cloud = await startCloud();
    await using house = await startHouse({ cloud });
    const [began, houseBegan] = [cloud.clock.now(), house.at()];
    await cloud.clock.scale(0);
    await cloud.clock.set(began + 3_600_000);
    await cloud.clock.step('100d');
    assert.equal(cloud.clock.now(), began + 3_600_000 + 100 * 86_400_000);
    // The access token has expired, so the client refreshes it.
    await cloud.client.control(await kitchenOf(cloud), { ZoneSetpoint: { Index: 1, Setpoint: 2350 } });
    await house.expectState('zone', 1, { Setpoint: 2350 });
    assert.equal(house.at(), houseBegan);
    await assert.rejects(cloud.clock.set(began), { code: 'clock-back' });
    await assert.rejects(cloud.clock.step('soon'), { code: 'not-a-duration' });
  });

  it('keeps a house that returns to a snapshot, and does not see its forks', async () => {
    await using cloud = await startCloud({ scopes: ['query-control', 'history'] });
    await using house = await startHouse({ cloud });
    const snapshot = house.snapshot();
    await house.client.command('ZoneSetpoint', { Index: 1, Setpoint: 2350 });
    await using fork = await house.fork();
    await house.restore(snapshot);
    await cloud.client.control(await kitchenOf(cloud), { ZoneSetpoint: { Index: 1, Setpoint: 2250 } });
    assert.equal((await fork.client.zone(1)).Setpoint, 2350);
    assert.equal((await house.client.zone(1)).Setpoint, 2250);
  });
});

describe('several houses, users and apps of a cloud in a test', () => {
  it('refuses a second house with the same file and seed, until the first one is over', async () => {
    await using cloud = await startCloud();
    const first = await startHouse({ cloud });
    const { components } = await cloud.client.discover();
    const systemId = components[0]!.componentId.slice(0, 9);
    await assert.rejects(startHouse({ cloud }), {
      code: 'same-house',
      message: new RegExp(
        `a house with the system id ${systemId}, .* another seed, such as startHouse.{2} cloud, seed: 2`,
      ),
    });
    // The first one still has the connection.
    await cloud.client.control(await kitchenOf(cloud), { ZoneSetpoint: { Index: 1, Setpoint: 2350 } });
    await first.expectState('zone', 1, { Setpoint: 2350 });
    await using other = await startHouse({ cloud, seed: 2 });
    assert.equal((await other.client.zone(1)).Setpoint, 2250);
    await first[Symbol.asyncDispose]();
    await using again = await startHouse({ cloud });
    assert.equal((await again.client.zone(1)).Setpoint, 2250);
  });

  it('shows each app the houses of the users who allowed it', async () => {
    await using cloud = await startCloud();
    const [bob, lights] = [await cloud.addUser(), await cloud.addApp()];
    assert.notEqual(bob.email, cloud.user.email);
    assert.notEqual(lights.clientId, cloud.app.clientId);
    await using house = await startHouse({ cloud });
    await using flat = await startHouse({ cloud, user: bob, file: 'flat' });
    const ofBob = await lights.allow({ user: bob, scopes: ['query-control', 'history'] });
    const ofFirst = await lights.allow();
    const houseOf = async ({ client }: Pick<TestCloud, 'client'>) => {
      const ids = (await client.discover()).components.map(({ componentId }) => componentId.slice(0, 9));
      return [...new Set(ids)];
    };
    const [[first], [second]] = [await houseOf(cloud), await houseOf(ofBob)];
    assert.notEqual(first, second);
    assert.deepEqual(await houseOf(ofFirst), [first]);
    await using inbox = await lights.openInbox();
    await flat.client.command('SplitSystemZoneSetpoint', { Index: 0, Setpoint: 2450 });
    await house.client.command('ZoneSetpoint', { Index: 1, Setpoint: 2350 });
    for (const value of ['"Setpoint":2450', '"Setpoint":2350'])
      await inbox.expectMessage((message) => JSON.stringify(message).includes(value));
  });

  it('ends the access of an app to the houses of a user who revokes it, and no other access', async () => {
    await using cloud = await startCloud();
    await using house = await startHouse({ cloud });
    const bob = await cloud.addUser();
    const ofBob = await cloud.app.allow({ user: bob });
    await ofBob.client.discover();
    await ofBob.revoke();
    await assert.rejects(ofBob.client.discover(), { name: 'CloudError' });
    await cloud.client.control(await kitchenOf(cloud), { ZoneSetpoint: { Index: 1, Setpoint: 2350 } });
    await house.expectState('zone', 1, { Setpoint: 2350 });
    await cloud.revoke();
    await assert.rejects(cloud.client.discover(), { name: 'CloudError' });
  });

  it('lists the last ten messages that arrived instead of an expected one', async () => {
    await using cloud = await startCloud();
    await using inbox = await cloud.openInbox();
    await using house = await startHouse({ cloud });
    const change = async (Setpoint: number) => {
      await house.client.command('ZoneSetpoint', { Index: 1, Setpoint });
      await inbox.expectMessage((message) => JSON.stringify(message).includes(`"Setpoint":${Setpoint}`));
    };
    const expectNone = () => inbox.expectMessage(() => false, { timeout: 1 });
    for (let Setpoint = 2000; inbox.messages.length < 10; Setpoint += 50) await change(Setpoint);
    await assert.rejects(expectNone(), ({ message }: Error) => {
      const [head, ...lines] = message.split('\n');
      assert.match(head!, /There were 10 others:$/);
      return lines.length === 10;
    });
    for (const Setpoint of [2500, 2550]) await change(Setpoint);
    await assert.rejects(expectNone(), ({ message }: Error) => {
      const [head, ...lines] = message.split('\n');
      assert.match(head!, /There were 12 others, the last 10 of them:$/);
      assert.equal(lines.length, 10);
      assert.match(lines.at(-1)!, /^ {2}Event of house \d{9}: zone 1: Setpoint 2500 → 2550/);
      return true;
    });
  });
});
