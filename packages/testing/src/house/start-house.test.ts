import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { watch } from '@plenum/client';
import { testingFailures } from '../failure.ts';
import { startHouse } from './start-house.ts';
import type { TestHouse } from './test-house.ts';

const temperatures = async ({ client }: TestHouse) => (await client.zones()).map(({ Temp }) => Temp);

describe('a house in a test', () => {
  it('answers queries and commands without a port, checked as a bridge checks them', async () => {
    await using house = await startHouse();
    assert.deepEqual([house.url, house.ports], [undefined, undefined]);
    assert.equal((await house.client.zone(1)).Name, 'Kitchen');
    await house.client.command('ZoneSetpoint', { Index: 1, Setpoint: 2350 });
    assert.equal((await house.client.zone(1)).Setpoint, 2350);
    assert.equal(house.client.isPlenum(), true);
    await assert.rejects(house.client.command('ZoneSetpoint', { Index: 1, Setpoint: 2155 }), {
      message: /is not a multiple of 0\.5 °C/,
    });
    await assert.rejects(house.client.command('ZoneSetpoint', { Index: 9, Setpoint: 2150 }), {
      code: 'refused',
    });
  });

  it('stands still until it is advanced, and then needs no waiting', async () => {
    await using house = await startHouse({ at: '2026-07-01T06:30' });
    const start = house.at();
    assert.equal(new Date(start).toISOString(), '2026-06-30T20:30:00.000Z');
    const before = await temperatures(house);
    await house.advance('2h');
    assert.equal(house.at() - start, 7_200_000);
    assert.equal((await house.client.simulation.status()).clock.at, house.at());
    assert.notDeepEqual(await temperatures(house), before);
  });

  it('is the same to the bit with the same seed, and another with another one', async () => {
    const run = async (seed: number) => {
      await using house = await startHouse({ seed });
      await house.advance('6h');
      return [await house.client.query('ac', 1), await house.client.datagrams()];
    };
    const [one, again, other] = [await run(1), await run(1), await run(2)];
    assert.deepEqual(again, one);
    assert.notDeepEqual(other, one);
  });

  it('has the history of a past that is asked for', async () => {
    await using house = await startHouse({ past: '1d' });
    const [series] = await house.client.history.series();
    const { from } = await house.client.history.read({ series: [series!], from: 0 });
    assert.ok(house.at() - from >= 86_000_000, String(house.at() - from));
  });

  it('reports each change to a client that watches it', async () => {
    await using house = await startHouse();
    const changes = watch(house.client, { snapshot: false, known: await house.client.datagrams() })[
      Symbol.asyncIterator
    ]();
    const first = changes.next();
    // The stream is open once a later request is answered.
    await house.client.zones();
    await house.client.command('SysMode', 2);
    assert.equal((await first).value?.kind, 'unit');
    await changes.return?.();
  });

  it('is described by the content of a house file, and refuses a wrong one with its place', async () => {
    const place = { latitude: -33.9, longitude: 151.2, timeZone: 'Australia/Sydney' };
    await using house = await startHouse({
      file: { name: 'Hut', place, rooms: [{ name: 'Lounge', area: 24 }] },
    });
    assert.deepEqual(((await house.client.simulation.house()) as { name: string }).name, 'Hut');
    await assert.rejects(startHouse({ file: { name: 'Hut', place, rooms: [] } }), /rooms/);
    await assert.rejects(startHouse({ file: 'fflat' }), /There is no house "fflat".+ Did you mean flat\?/);
  });

  it('refuses a time and a duration that it cannot read', async () => {
    await assert.rejects(startHouse({ at: '9:00' }), (error) => testingFailures.is(error, 'not-a-time'));
    await using house = await startHouse();
    for (const given of ['2', '', '1.5s', 'soon'])
      await assert.rejects(house.advance(given), (error) => testingFailures.is(error, 'not-a-duration'));
  });

  it('delays responses by time of the house if the bridge has such quirks', async () => {
    await using house = await startHouse();
    await house.client.zone(1);
    await house.client.simulation.applyOverride('Quirks', { 'answer-time': 4000 });
    let isAnswered = false;
    const answered = house.client.zone(1).then(() => {
      isAnswered = true;
    });
    await house.advance('3s');
    assert.equal(isAnswered, false);
    await house.advance('1s');
    await answered;
  });

  it('does not need the timers and the date of the machine', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'], now: 0 });
    await using house = await startHouse();
    await house.client.command('ZoneSetpoint', { Index: 1, Setpoint: 2350 });
    await house.advance('10m');
    mock.timers.tick(3_600_000);
    await house.client.energy.read({ by: 'hour' });
    await house.client.history.series();
    await house.expectState('zone', 1, { Setpoint: 2350 });
    assert.equal((await house.client.simulation.status()).clock.at, house.at());
  });

  it('is served over HTTP and UDP on free ports if that is asked for', async () => {
    await using house = await startHouse({ bridge: true });
    const answer = await fetch(`${house.url}/healthz`);
    assert.equal(((await answer.json()) as { status: string }).status, 'ok');
    assert.ok(house.ports!.udp > 0);
    await house.advance('1h');
    const status = await fetch(`${house.url}/simulation`).then((one) => one.json());
    assert.equal((status as { clock: { at: number } }).clock.at, house.at());
  });
});

describe('a snapshot of a house', () => {
  it('is returned to with everything that happened since undone, and the same future', async () => {
    await using house = await startHouse();
    await house.advance('1h');
    await house.client.groups.save({ name: 'All', rooms: [{ kind: 'zone', index: 0 }] });
    const snapshot = house.snapshot();
    await house.advance('3h');
    const future = await house.client.datagrams();
    await house.client.groups.remove('All');
    await house.client.command('SysOn', 0);

    await house.restore(snapshot);
    assert.equal(house.at(), snapshot.at);
    assert.deepEqual(
      (await house.client.groups.list()).map(({ name }) => name),
      ['All'],
    );
    await house.advance('3h');
    assert.deepEqual(await house.client.datagrams(), future);
  });

  it('keeps the quirks of the bridge', async () => {
    await using house = await startHouse();
    await house.client.simulation.applyOverride('Quirks', { 'late-apply': 2 });
    const snapshot = house.snapshot();
    await house.client.simulation.applyOverride('Quirks', {});
    await house.restore(snapshot);
    assert.deepEqual((await house.client.simulation.status()).quirks, { 'late-apply': 2 });
  });

  it('cannot be restored in another house', async () => {
    await using house = await startHouse();
    await using other = await startHouse();
    await assert.rejects(other.restore(house.snapshot()), (error) =>
      testingFailures.is(error, 'other-house'),
    );
    assert.equal((await other.client.zones()).length > 0, true);
  });

  it('is restored while a client stays connected, which gets the differences', async () => {
    await using house = await startHouse({ bridge: true });
    const snapshot = house.snapshot();
    await house.client.command('SysMode', 2);
    const changes = watch(house.client, { snapshot: false, known: await house.client.datagrams() })[
      Symbol.asyncIterator
    ]();
    const first = changes.next();
    // The stream is open once a later request is answered.
    await house.client.zones();
    await house.restore(snapshot);
    assert.equal((await first).value?.kind, 'unit');
    await changes.return?.();
  });

  it('is restored on the same ports', async () => {
    await using house = await startHouse({ bridge: true });
    const snapshot = house.snapshot();
    await house.advance('1h');
    await house.restore(snapshot);
    const status = await fetch(`${house.url}/simulation`).then((one) => one.json());
    assert.equal((status as { clock: { at: number } }).clock.at, snapshot.at);
  });
});

describe('a fork of a house', () => {
  it('begins where the house is, and shares nothing with it', async () => {
    await using house = await startHouse();
    await house.advance('30m');
    await using fork = await house.fork();
    assert.deepEqual(await fork.client.datagrams(), await house.client.datagrams());
    assert.equal(fork.at(), house.at());

    const before = await house.client.datagrams();
    await fork.client.command('SysOn', 0);
    await fork.client.simulation.applyOverride('Quirks', { 'v1-only': 1 });
    await fork.advance('2h');
    assert.deepEqual(await house.client.datagrams(), before);
    assert.deepEqual((await house.client.simulation.status()).quirks, {});
    assert.equal(fork.at() - house.at(), 7_200_000);
  });

  it('outlives its house, and has other ports', async () => {
    const house = await startHouse({ bridge: true });
    await using fork = await house.fork();
    assert.notEqual(fork.ports!.http, house.ports!.http);
    await house[Symbol.asyncDispose]();
    assert.equal((await fetch(`${fork.url}/healthz`)).status, 200);
  });
});
