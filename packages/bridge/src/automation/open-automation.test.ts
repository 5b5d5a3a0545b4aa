import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { ExplanationAnswer } from '@plenum/insight/explain';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { send } from '../fixture/http.fixture.ts';
import { openStore } from '../store/open-store.ts';
import { createSettings } from '../store/settings.ts';
import {
  allOff,
  isOn,
  midnight,
  minute,
  postTo,
  readAutomation,
  restingHouse,
  restOn,
  startHouse,
  step,
  stepToRest,
  stepUntil,
} from './resting-house.fixture.ts';

const kindsOf = async (bridge: Parameters<typeof readAutomation>[0]) =>
  (await readAutomation(bridge)).actions.map(({ kind, state }) => `${kind} ${state}`);

describe('a unit that rests while every room is satisfied', () => {
  it('suggests nothing and does nothing until the owner allows it', async () => {
    using folder = createDataFolder();
    await using bridge = await startHouse(folder.path);
    await step(bridge, 7 * 60 * minute + 5 * minute);
    assert.equal((await readAutomation(bridge)).settings.rest, 'off');
    for (let left = 60; left > 0; left--) await step(bridge, minute);
    assert.deepEqual([await kindsOf(bridge), isOn(bridge)], [[], true]);
    assert.equal(await postTo(bridge, '/automation', Object.assign({}, allOff, { rest: 'suggest' })), 'OK');
    await stepUntil(bridge, async () => (await kindsOf(bridge)).length > 0);
    assert.deepEqual([await kindsOf(bridge), isOn(bridge)], [['rest suggested'], true]);
    const [{ reason, commands }] = (await readAutomation(bridge)).actions as [never];
    assert.match(
      (reason as { sentence: string }).sentence,
      /the air goes where none is needed: Lounge, Hall\./,
    );
    assert.deepEqual(commands, [{ SysOn: 0 }]);
  });

  it('rests, says why, returns when the room needs it, and is listed with its end', async () => {
    using folder = createDataFolder();
    await using bridge = await startHouse(folder.path);
    await stepToRest(bridge);
    assert.deepEqual(await kindsOf(bridge), ['rest acting']);
    const why = JSON.parse(
      (await send(bridge.http.port, '/explain?component=unit')).text,
    ) as ExplanationAnswer;
    assert.ok(
      why.steps.some(({ sentence }) => /so the unit rests until a room needs it/.test(sentence)),
      JSON.stringify(why.steps),
    );
    const rested = await stepUntil(bridge, () => isOn(bridge));
    assert.ok(rested >= 4, `${rested}`);
    const { Temp, Setpoint } = bridge.device.datagrams().zone[0]!;
    assert.ok(Setpoint - Temp >= 40, `${Setpoint - Temp}`);
    const { past } = await readAutomation(bridge);
    assert.deepEqual(
      past.map(({ kind, ending }) => [kind, ending]),
      [['rest', 'returned']],
    );
    const { events } = JSON.parse((await send(bridge.http.port, '/history/events?from=0')).text);
    const switched = (events as { command?: string; by?: object }[]).filter(
      ({ command }) => command === 'SysOn',
    );
    assert.deepEqual(switched.at(-1)?.by, { over: 'automatic', action: 'rest' });
  });

  it('leaves the unit off if a person switches it off meanwhile, although it is off already', async () => {
    using folder = createDataFolder();
    await using bridge = await startHouse(folder.path);
    await stepToRest(bridge);
    assert.equal(await postTo(bridge, '/HvacCommandV2', { SysOn: 0 }), 'OK');
    await step(bridge, minute);
    assert.deepEqual(
      (await readAutomation(bridge)).past.map(({ ending }) => ending),
      ['by-person'],
    );
    for (let left = 30; left > 0; left--) await step(bridge, minute);
    assert.equal(isOn(bridge), false);
  });

  it('lets a person who switches it on decide until the end of the favourite', async () => {
    using folder = createDataFolder();
    await using bridge = await startHouse(folder.path);
    await stepToRest(bridge);
    assert.equal(await postTo(bridge, '/HvacCommandV2', { SysOn: 1 }), 'OK');
    for (let left = 30; left > 0; left--) await step(bridge, minute);
    assert.equal(isOn(bridge), true);
  });

  it('undoes a rest on request, and does not repeat it on this day', async () => {
    using folder = createDataFolder();
    await using bridge = await startHouse(folder.path);
    await stepToRest(bridge);
    assert.equal(await postTo(bridge, '/automation/undo', { kind: 'rest' }), 'OK');
    assert.equal(isOn(bridge), true);
    for (let left = 30; left > 0; left--) await step(bridge, minute);
    assert.equal(isOn(bridge), true);
    assert.deepEqual(await kindsOf(bridge), []);
  });

  it('returns what it changed when its owner switches it off', async () => {
    using folder = createDataFolder();
    await using bridge = await startHouse(folder.path);
    await stepToRest(bridge);
    assert.equal(await postTo(bridge, '/automation', allOff), 'OK');
    assert.equal(isOn(bridge), true);
  });

  it('stays off when the favourite ends during the rest', async () => {
    using folder = createDataFolder();
    await using bridge = await startHouse(folder.path);
    await stepToRest(bridge);
    await postTo(bridge, '/automation', Object.assign({}, restOn, { leastRest: 60 }));
    await stepUntil(bridge, () => bridge.device.at() >= midnight + 9 * 3_600_000 + 120_000);
    await step(bridge, minute);
    assert.equal(isOn(bridge), false);
    assert.deepEqual((await readAutomation(bridge)).actions, []);
  });

  it('returns after two restarts, and in the copies of two killed bridges', async () => {
    using folder = createDataFolder();
    using killed = createDataFolder();
    {
      await using bridge = await startHouse(folder.path);
      await stepToRest(bridge);
      // The files of a killed bridge.
      cpSync(folder.path, killed.path, { recursive: true });
    }
    {
      await using bridge = await startHouse(folder.path);
      assert.deepEqual([await kindsOf(bridge), isOn(bridge)], [['rest acting'], false]);
    }
    for (const path of [folder.path, killed.path]) {
      using copy = createDataFolder();
      cpSync(path, copy.path, { recursive: true });
      {
        await using bridge = await startHouse(copy.path);
        await stepUntil(bridge, () => isOn(bridge));
      }
      await using bridge = await startHouse(copy.path);
      assert.deepEqual(
        (await readAutomation(bridge)).past.map(({ ending }) => ending),
        ['returned'],
      );
    }
  });

  it('changes nothing if it was killed before the command was sent', async () => {
    using folder = createDataFolder();
    {
      await using bridge = await startHouse(folder.path);
      await step(bridge, 7 * 60 * minute + 5 * minute);
    }
    const now = midnight + 7 * 3_600_000 + 300_000;
    const db = openStore(folder.path);
    const changed = [{ name: 'SysOn', value: 0, before: 1 }];
    const reason = { code: 'rests', figures: {} };
    const run = midnight + 7 * 3_600_000;
    const action = { kind: 'rest', since: now, changed, reason, run, way: 'heat' };
    createSettings(db).write('automation-state', { active: [action] });
    db.close();
    await using bridge = await startHouse(folder.path);
    for (let left = 6; left > 0; left--) await step(bridge, minute);
    const { actions, past } = await readAutomation(bridge);
    assert.deepEqual([actions, past.map(({ ending }) => ending), isOn(bridge)], [[], ['replaced'], true]);
  });

  it('states what surplus air cost, also as metrics', async () => {
    using folder = createDataFolder();
    await using bridge = await startHouse(folder.path);
    await step(bridge, 9 * 60 * minute);
    const [day, ...others] = (await readAutomation(bridge)).spill;
    assert.deepEqual([day?.from, others], [midnight, []]);
    assert.ok(day!.energy! > 0.01 && day!.energy! < 5, `${day!.energy} kWh`);
    const { text } = await send(bridge.http.port, '/metrics');
    const joules = Number(/^plenum_surplus_air_joules (\S+)$/m.exec(text)?.[1]);
    assert.ok(Math.abs(joules - day!.energy! * 3_600_000) < 1, `${joules}`);
  });

  it('finds an open window, shuts the zone, and opens it after the window is closed', async () => {
    using folder = createDataFolder();
    const climate = { mean: 15, seasonal: 10, daily: 3, fronts: 2 };
    await using bridge = await startHouse(folder.path, Object.assign({}, restingHouse, { climate }));
    await step(bridge, 7 * 60 * minute + 40 * minute);
    const settings = Object.assign({}, allOff, { window: 'act' });
    assert.equal(await postTo(bridge, '/automation', settings), 'OK');
    for (let left = 7; left > 0; left--) await step(bridge, minute);
    const mode = () => bridge.device.datagrams().zone[0]!.Mode;
    const open = (Open: number) => postTo(bridge, '/simulation/ZoneWindow', { Zone: 0, Open });
    assert.equal(await open(1), 'OK');
    await stepUntil(bridge, () => mode() === 2, 20);
    const why = JSON.parse(
      (await send(bridge.http.port, '/explain?component=zone.0')).text,
    ) as ExplanationAnswer;
    assert.ok(
      why.steps.some(({ sentence }) => /A window in Lounge seems open, so the zone is shut/.test(sentence)),
    );
    await open(0);
    await stepUntil(bridge, () => mode() === 3, 130);
    assert.deepEqual(
      (await readAutomation(bridge)).past.map(({ kind, ending }) => [kind, ending]),
      [['window', 'returned']],
    );
  });

  it('counts the filter as clean when its owner says so', async () => {
    using folder = createDataFolder();
    {
      await using bridge = await startHouse(folder.path);
      await step(bridge, minute);
    }
    const db = openStore(folder.path);
    createSettings(db).write('automation-state', { memory: { fanMinutes: 6_000 } });
    db.close();
    await using bridge = await startHouse(folder.path);
    const settings = Object.assign({}, allOff, { filter: 'suggest', filterHours: 100 });
    await postTo(bridge, '/automation', settings);
    assert.deepEqual(await kindsOf(bridge), ['filter suggested']);
    assert.equal(await postTo(bridge, '/automation/accept', { kind: 'filter' }), 'OK');
    assert.deepEqual(await kindsOf(bridge), []);
  });

  it('refuses settings that are not valid and keeps the current ones', async () => {
    using folder = createDataFolder();
    await using bridge = await startHouse(folder.path);
    for (const [change, told] of [
      [{ rest: 'always' }, /rest/],
      [{ mix: 'act' }, /mix/],
      [{ leastRest: 1 }, /leastRest/],
      [{ leastRun: 5.5 }, /leastRun/],
      [{ roomsOff: [14] }, /roomsOff/],
      [{ dry: 'act', other: 1 }, /other|dry/],
    ] as const)
      assert.match(await postTo(bridge, '/automation', Object.assign({}, allOff, change)), told);
    assert.match(await postTo(bridge, '/automation/undo', { kind: 'sing' }), /kind/);
    assert.equal(await postTo(bridge, '/automation/accept', { kind: 'rest' }), 'OK');
    assert.equal((await readAutomation(bridge)).settings.rest, 'off');
  });
});
