import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createQuickClock } from '@plenum/platform/quick-clock';
import type { Datagrams } from '@plenum/protocol/component';
import type { KeptException } from '@plenum/protocol/schedule';
import { createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { freePort } from '@plenum/testbed/free-port';
import { type Mosquitto, mosquittoMissing, startMosquitto } from '@plenum/testbed/mosquitto';
import { until } from '@plenum/testbed/until';
import { type DemoHouse, openDemoHouse } from './fixture/demo-house.fixture.ts';
import { withLighting } from './fixture/lighting.fixture.ts';
import { openReader, type Reader } from './fixture/reader.fixture.ts';
import { judgeDiscovery } from './fixture/strict-consumer.fixture.ts';
import { type Mqtt, type MqttOptions, startMqtt } from './start-mqtt.ts';

const root = 'plenum/000000001';
const zone3 = `${root}/zone/3`;
const deviceOf = (id: string) => `homeassistant/device/plenum_000000001${id}/config`;

/** The access control list in the documentation, with its users and their passwords. */
const guide = readFileSync(join(import.meta.dirname, '../../../docs/home-assistant.md'), 'utf8');
const accessList = /```\n(user plenum\n.*?)```/s.exec(guide)![1]!;
const users = ['plenum', 'homeassistant', 'display'];

describe('a house connected to a broker', { skip: mosquittoMissing || opensslMissing }, () => {
  const authority = createAuthority();
  const logged: string[] = [];
  const log = {
    info: () => {},
    warn: (facts: object, sentence: string) => void logged.push(`${sentence} ${JSON.stringify(facts)}`),
    error: (facts: object, sentence: string) =>
      void logged.push(`ERROR ${sentence} ${JSON.stringify(facts)} ${(facts as { err?: Error }).err?.stack}`),
  };
  let broker: Mosquitto;
  let securePort: number;
  let house: DemoHouse;
  let mqtt: Mqtt;
  let reader: Reader;

  const start = (more: Partial<MqttOptions> = {}) =>
    startMqtt({ house, broker: { url: broker.url }, log, spread: 100, ...more });
  const isDiscovery = (topic: string) => topic.startsWith('homeassistant/');
  const announced = (from = 0) =>
    reader.next(
      'the last announcement',
      ({ topic, text }) => topic === `${root}/announced` && text !== '',
      from,
    );
  const stateOf = (topic: string) => JSON.parse(reader.retained().get(topic)!);
  const answerTo = async (path: string, payload: string | Buffer) => {
    const from = reader.messages.length;
    await reader.write(`${root}/${path}`, payload);
    const { text, isRetained } = await reader.next(
      `the answer to ${path}`,
      (one) => one.topic === `${root}/answer` && JSON.parse(one.text).topic === path,
      from,
    );
    assert.equal(isRetained, false);
    return JSON.parse(text);
  };

  before(async () => {
    securePort = await freePort();
    const { cert, key } = authority.issue();
    const passwords = join(authority.folder, 'passwords');
    const list = join(authority.folder, 'acl');
    writeFileSync(list, accessList);
    writeFileSync(passwords, users.map((user) => `${user}:secret of ${user}\n`).join(''));
    execFileSync('mosquitto_passwd', ['-U', passwords], { stdio: 'pipe' });
    broker = await startMosquitto(
      [
        'allow_anonymous true',
        `listener ${securePort} 127.0.0.1`,
        'allow_anonymous false',
        `cafile ${authority.caFile}`,
        `certfile ${cert}`,
        `keyfile ${key}`,
        `password_file ${passwords}`,
        `acl_file ${list}`,
      ].join('\n'),
    );
    house = openDemoHouse();
    house.change(withLighting);
    reader = await openReader(broker.url);
    mqtt = start();
    await announced();
  });
  after(async () => {
    await reader[Symbol.asyncDispose]();
    await mqtt[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
    authority[Symbol.dispose]();
    assert.deepEqual(
      logged.filter((one) => one.startsWith('ERROR')),
      [],
    );
  });

  it('a house publishes retained states and announcements that a strict consumer accepts', async () => {
    const { faults, entities } = judgeDiscovery(reader.retained());
    assert.deepEqual(faults, []);
    assert.ok(entities.length > 250);
    const notKept = reader.messages.filter(({ isRetained }) => !isRetained);
    assert.deepEqual(notKept, []);
    assert.equal(stateOf(zone3).name, 'Study');
    await reader.next(
      'the energy',
      ({ topic, text }) => topic === `${root}/power/0/0` && JSON.parse(text).energy_kwh === 1.5,
      0,
    );
  });

  it('publishes the energy and the cost of a room since the beginning of the record', async () => {
    const { text } = await reader.next(
      'the energy of a room',
      (message) => message.topic === `${root}/zone/3` && JSON.parse(message.text).energy_kwh !== null,
      0,
    );
    const { name, energy_kwh, cost } = JSON.parse(text);
    assert.deepEqual([name, energy_kwh, cost], ['Study', 0.751, 0.38]);
    const channel = JSON.parse(reader.retained().get(`${root}/power/0/0`)!);
    assert.deepEqual([channel.energy_kwh, channel.cost], [1.5, 0.13]);
    const announced = [...reader.retained()]
      .filter(([topic]) => /zone_[23]\/config$/.test(topic))
      .map(([, config]) => Object.hasOwn(JSON.parse(config).components, 'cost'));
    assert.deepEqual(announced.sort(), [false, true], 'only the room that has a record');
  });

  it('publishes what the house has learnt, each figure with its interval', async () => {
    const { text } = await reader.next('the passport', ({ topic }) => topic === `${root}/passport`, 0);
    const { time_constant_hours, kwh_per_degree_day, rooms } = JSON.parse(text);
    assert.deepEqual([kwh_per_degree_day.heating.value, kwh_per_degree_day.cooling], [1.5, null]);
    assert.deepEqual(time_constant_hours, { value: 12, low: 10.8, high: 13.2, observations: 9 });
    const [{ zone, way, rate_kelvin_per_hour: rate, drift_percent_per_hour: drift }] = rooms;
    assert.deepEqual([zone, way, rate.value, drift.value], [1, 'heat', 6, 10]);
  });

  it('publishes the plan of the next day, and the error of yesterday', async () => {
    const { text } = await reader.next('the plan', ({ topic }) => topic === `${root}/plan`, 0);
    const { next_24_hours, yesterday } = JSON.parse(text);
    const [{ name, zone, reason }, later] = next_24_hours;
    assert.deepEqual([name, zone, reason, later.reason], ['Wake up', 1, null, 'no-need']);
    assert.equal(yesterday[0].error_minutes, -4);
  });

  it('publishes what the bridge suggests or does on its own, with its reason', async () => {
    const { text } = await reader.next('the actions', ({ topic }) => topic === `${root}/automation`, 0);
    const { actions, surplus_air } = JSON.parse(text);
    const [{ kind, state, until, reason }] = actions;
    assert.deepEqual([kind, state, until], ['rest', 'suggested', null]);
    assert.match(reason, /^Every room has reached its setpoint/);
    assert.equal(surplus_air[0].energy_kwh, 0.4);
  });

  it('a house responds on every topic that an entity sends commands to', async () => {
    const { entities } = judgeDiscovery(reader.retained());
    const topics = new Set(entities.flatMap(({ commandTopics }) => commandTopics));
    assert.ok(topics.size > 100);
    for (const topic of topics) {
      const { ok, refusal } = await answerTo(topic.slice(root.length + 1), '?');
      assert.ok(ok || refusal.length > 10, topic);
    }
  });

  it('a house executes a value that arrives over MQTT, and publishes its new state', async () => {
    const from = reader.messages.length;
    assert.deepEqual(await answerTo('zone/3/set/setpoint', '21.5'), {
      topic: 'zone/3/set/setpoint',
      ok: true,
    });
    assert.deepEqual(house.performed.at(-1), { name: 'ZoneSetpoint', body: { Index: 3, Setpoint: 2150 } });
    await reader.next(
      'the state',
      ({ topic, text }) => topic === zone3 && JSON.parse(text).setpoint_celsius === 21.5,
      from,
    );
    const command = Buffer.from('{"ZoneSetpoint":{"Index":3,"Setpoint":2200},"requestId":"mine"}');
    assert.deepEqual(await answerTo('command', command), { requestId: 'mine', topic: 'command', ok: true });
  });

  it('a house explains a refused value, and publishes the true state again', async () => {
    const from = reader.messages.length;
    assert.deepEqual(await answerTo('zone/3/set/setpoint', '35.0'), {
      topic: 'zone/3/set/setpoint',
      ok: false,
      code: 'too-high',
      refusal: 'ZoneSetpoint.Setpoint: 35.00 °C is above the maximum of 30.00 °C.',
    });
    const { text } = await reader.next('the true state', ({ topic }) => topic === zone3, from);
    assert.equal(JSON.parse(text).setpoint_celsius, 22);
    // A refusal that only the house can decide, because the outdoor unit of the fan-coils is cooling.
    const { ok, refusal } = await answerTo('vrf/2/set/climate_mode', 'heat');
    assert.equal(ok, false);
    assert.match(refusal, /^VrfSystemZoneMode.*: /);
  });

  it('a house ignores a retained command, clears its topic, and logs both', async () => {
    const count = house.performed.length;
    const from = reader.messages.length;
    await reader.write(`${zone3}/set/setpoint`, '25', true);
    await reader.next(
      'its removal',
      ({ topic, text }) => topic === `${zone3}/set/setpoint` && text === '',
      from,
    );
    assert.equal(house.performed.length, count);
    assert.match(logged.join('\n'), /A retained message was ignored and removed/);
  });

  it('a house refuses or drops invalid messages, restores states, and executes nothing', async () => {
    const count = house.performed.length;
    const from = reader.messages.length;
    const garbage: [string, string | Buffer, boolean?][] = [
      ['zone/3/set/setpoint', Buffer.alloc(200_000, 0x39)],
      ['zone/3/set/setpoint', Buffer.alloc(100_000, 0x39)],
      ['command', '['.repeat(60_000)],
      ['command', '{'],
      ['command', Buffer.from([0xff, 0xfe, 0x00])],
      ['command', '{"__proto__":{"toString":1}}'],
      ['zone/3', 'garbage', true],
      ['zone/77', '{"name":"Nobody"}', true],
      ['announced', '{"style":"device","prefix":"homeassistant","devices":{"other":{"x":"sensor"}}}', true],
      ['answer', 'not mine', true],
      ['foo bar/ü/..', 'x'],
      [`zone/3/set/${'a'.repeat(5_000)}`, 'x'],
      ['zone/3/set/__proto__', 'x'],
    ];
    for (const [path, payload, retain] of garbage) await reader.write(`${root}/${path}`, payload, retain);
    for (const gone of ['zone/77', 'answer'])
      await reader.next(`no ${gone}`, ({ topic, text }) => topic === `${root}/${gone}` && text === '', from);
    await reader.next(
      'the true state',
      ({ topic, text }) => topic === zone3 && text.startsWith('{"name":"Study"'),
      from,
    );
    const { devices } = JSON.parse(
      (
        await reader.next(
          'what was announced',
          ({ topic, text }) => topic === `${root}/announced` && !text.includes('"other"'),
          from,
        )
      ).text,
    );
    assert.ok(Object.keys(devices).length > 20);
    const codes = reader.messages
      .slice(from)
      .filter(({ topic, text }) => topic === `${root}/answer` && text.startsWith('{'))
      .map(({ text }) => JSON.parse(text).code);
    for (const code of ['too-large', 'too-deep', 'malformed', 'not-utf8', 'unknown-key'])
      assert.ok(codes.includes(code), code);
    assert.equal(house.performed.length, count);
    assert.equal((await answerTo('zone/3/set/setpoint', '23')).ok, true);
  });

  it('a house publishes correct final states after quick changes, and responds meanwhile', async () => {
    const change = (count: number) => (all: Datagrams) => ({
      ...all,
      zone: all.zone.map((zone) => ({ ...zone, Temp: 2000 + count })),
    });
    const from = reader.messages.length;
    const answers: Promise<{ ok: boolean }>[] = [];
    for (let count = 1; count <= 400; count++) {
      house.change(change(count));
      if (count % 100 === 0) answers.push(answerTo(`zone/${count / 100}/set/max_air`, '80'));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const { ok } of await Promise.all(answers)) assert.ok(ok);
    // Commands replace the test's datagrams with those of the house.
    house.change(change(400));
    for (const zone of [0, 1, 2, 3, 4])
      await reader.next(
        `zone ${zone}`,
        ({ topic, text }) => topic === `${root}/zone/${zone}` && JSON.parse(text).temperature_celsius === 24,
        from,
      );
    const ofZone0 = reader.messages.slice(from).filter(({ topic }) => topic === `${root}/zone/0`);
    assert.ok(ofZone0.length < 400, `${ofZone0.length} messages for 400 changes`);
  });

  it('a house announces the unit with a setpoint once the unit follows its own setpoint', async () => {
    const from = reader.messages.length;
    house.change((all) => ({ ...all, unit: [{ ...all.unit[0]!, CtrlZone: 15 }] }));
    await reader.next(
      'the setpoint of the unit',
      ({ topic, text }) => topic === deviceOf('') && text.includes('unit/set/setpoint'),
      from,
    );
    await reader.next(
      'who owns it',
      ({ topic, text }) => topic === `${root}/unit` && JSON.parse(text).target_set_by === 'Unit',
      from,
    );
  });

  it('a house clears the topics of a removed zone, and of members that a lamp no longer has', async () => {
    const from = reader.messages.length;
    house.change((all) => ({
      ...all,
      zone: all.zone.filter(({ Index }) => Index !== 7),
      lamp: all.lamp.map((lamp) => (lamp.Index === 2 ? { ...lamp, Type: 'CDM' as const } : lamp)),
    }));
    for (const gone of [`${root}/zone/7`, deviceOf('_zone_7')])
      await reader.next(`no ${gone}`, ({ topic, text }) => topic === gone && text === '', from);
    const { text } = await reader.next('the lamp', ({ topic }) => topic === deviceOf('_lamp_2'), from);
    const { components } = JSON.parse(text);
    assert.deepEqual([components.switch, components.light.platform], [{ platform: 'switch' }, 'light']);
    assert.deepEqual(judgeDiscovery(reader.retained()).faults, []);
  });

  it('a house publishes everything again when Home Assistant starts', async () => {
    const from = reader.messages.length;
    await reader.write('homeassistant/status', 'online');
    for (const topic of [deviceOf('_zone_0'), zone3, `${root}/status`, `${root}/announced`])
      await reader.next(topic, (one) => one.topic === topic, from);
    const devices = new Set(
      reader.messages
        .slice(from)
        .flatMap(({ topic }) => (isDiscovery(topic) && topic !== 'homeassistant/status' ? topic : [])),
    );
    await reader.next('the last device', ({ topic }) => topic === deviceOf('_lighting'), from);
    assert.ok(devices.size > 0);
  });

  it('a house publishes whether its bridge is reachable', async () => {
    for (const [isReachable, word] of [
      [false, 'offline'],
      [true, 'online'],
    ] as const) {
      const from = reader.messages.length;
      house.reach(isReachable);
      await reader.next(word, ({ topic, text }) => topic === `${root}/reachable` && text === word, from);
    }
  });

  it('a house publishes everything again to a broker that lost its retained messages', async () => {
    await broker.kill();
    await reader[Symbol.asyncDispose]();
    await broker.start();
    reader = await openReader(broker.url);
    await announced();
    await reader.next('the last device', ({ topic }) => topic === deviceOf('_lighting'), 0);
    await reader.next('the last state', ({ topic }) => topic === `${root}/light_favourite/0`, 0);
    const { faults, entities } = judgeDiscovery(reader.retained());
    assert.deepEqual(faults, []);
    assert.ok(entities.length > 250);
    assert.equal((await answerTo('zone/3/set/setpoint', '22')).ok, true);
    assert.match(logged.join('\n'), /not connected to the broker; trying again/);
  });

  it('a favourite publishes its exception before, on and after the date, in addition to its week', async () => {
    const clock = createQuickClock();
    const skipped = { kind: 'schedule', index: 0, date: '2026-01-06', setAt: 0, from: 0, to: 1 } as const;
    house.except({ ...skipped, isApplied: false });
    await using _ = start({ base: 'dated', discovery: 'off', clock });
    const topic = 'dated/000000001/favourite/0';
    const shows = async (exception: string, from: number) => {
      const is = (one: { topic: string; text: string }) =>
        one.topic === topic && JSON.parse(one.text).exception === exception;
      const { text } = await reader.next(exception, is, from);
      const { start: at, stop, enabled } = JSON.parse(text);
      return [at, stop, enabled];
    };
    const week = await shows('2026-01-06 skipped', 0);
    const change = async (exception: string, ...next: readonly KeptException[]) => {
      const from = reader.messages.length;
      house.except(...next);
      clock.advance(15_000);
      assert.deepEqual(await shows(exception, from), week);
    };
    const run = { ...skipped, start: '16:00', stop: '18:00', isApplied: true };
    await change('2026-01-06 16:00-18:00', run);
    await change('none');
  });

  it('a house publishes that it is offline when it is disposed of', async () => {
    const from = reader.messages.length;
    await mqtt[Symbol.asyncDispose]();
    await reader.next('offline', ({ topic, text }) => topic === `${root}/status` && text === 'offline', from);
  });

  it('a house clears topics of entities that disappeared since its previous run', async () => {
    const from = reader.messages.length;
    house.change((all) => ({ ...all, zone: all.zone.filter(({ Index }) => Index !== 6) }));
    mqtt = start();
    for (const gone of [`${root}/zone/6`, deviceOf('_zone_6')])
      await reader.next(`no ${gone}`, ({ topic, text }) => topic === gone && text === '', from);
    await announced(from);
  });

  it('a change to one announcement per entity starts with a message on the old topic', async () => {
    await mqtt[Symbol.asyncDispose]();
    const from = reader.messages.length;
    mqtt = start({ discovery: 'entities' });
    const old = deviceOf('_zone_0');
    const entity = 'homeassistant/climate/plenum_000000001_zone_0/climate/config';
    await reader.next('its removal', ({ topic, text }) => topic === old && text === '', from);
    const seen = reader.messages.slice(from).filter(({ topic }) => topic === old || topic === entity);
    assert.deepEqual(
      seen.map(({ topic, text }) => (topic === entity ? 'entity' : text)),
      ['{"migrate_discovery":true}', 'entity', ''],
    );
    await until('no device is announced any longer', async () =>
      [...reader.retained().keys()].every((topic) => !topic.startsWith('homeassistant/device/')),
    );
  });

  it('MQTT works with TLS, a password and the documented access list, and logs no password', async () => {
    await mqtt[Symbol.asyncDispose]();
    const url = `mqtts://127.0.0.1:${securePort}`;
    const secure = { url, ca: authority.ca, username: 'plenum', password: 'secret of plenum' };
    const from = reader.messages.length;
    mqtt = start({ broker: secure, discovery: 'device' });
    await reader.next('online', ({ topic, text }) => topic === `${root}/status` && text === 'online', from);
    await reader.next('the devices', ({ topic, text }) => topic === deviceOf('_zone_0') && text !== '', from);
    const login = (user: string) => ({ ca: authority.ca, username: user, password: `secret of ${user}` });
    await using display = await openReader(url, ['plenum/#'], login('display'));
    await display.next('a state', ({ topic }) => topic === zone3, 0);
    await assert.rejects(display.write(`${zone3}/set/setpoint`, '25'), /Not authorized/);
    await using home = await openReader(url, ['plenum/#'], login('homeassistant'));
    await home.write(`${zone3}/set/setpoint`, '24');
    await home.next('the answer', ({ topic, text }) => topic === `${root}/answer` && JSON.parse(text).ok, 0);
    await mqtt[Symbol.asyncDispose]();

    const wrong = startMqtt({ house, broker: { ...secure, password: 'wrong' }, log, spread: 0 });
    const isSaid = async () =>
      logged.some((one) => /does not (accept|let this user in).*user name/.test(one));
    await until('the refusal is logged', isSaid);
    await wrong[Symbol.asyncDispose]();
    assert.doesNotMatch(logged.join('\n'), /secret of|wrong"/);
    mqtt = start();
  });
});
