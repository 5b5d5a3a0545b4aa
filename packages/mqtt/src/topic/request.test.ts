import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { entityKinds } from '@plenum/entities';
import type { Datagrams } from '@plenum/protocol/component';
import { toSentence } from '@plenum/protocol/refusal';
import { openDemoHouse } from '../fixture/demo-house.fixture.ts';
import { withLighting } from '../fixture/lighting.fixture.ts';
import { maxTyped, readRequest } from './request.ts';
import { readTopic, topicsOf } from './topics.ts';

const demo = openDemoHouse();
const topics = topicsOf('plenum', '000000001');
const house = { datagrams: withLighting(demo.datagrams()), energy: undefined };

/** Returns the commands for a message, or the sentence of its refusal. */
const ask = (
  path: string,
  payload: string | Uint8Array,
  change = (all: Datagrams) => all,
  allowGarage = true,
): unknown => {
  const purpose = readTopic(topics, `plenum/000000001/${path}`);
  if (purpose.for !== 'set' && purpose.for !== 'command') return purpose.for;
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  const { wanted } = readRequest(purpose, bytes, {
    house: { ...house, datagrams: change(house.datagrams) },
    allowGarage,
  });
  return wanted.ok ? wanted.value.map(({ name, body }) => ({ [name]: body })) : toSentence(wanted.refusal);
};

/** Returns the fields under `set/` of each entity in the README. */
const listed = () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, table] = readme.split('| entity | fields under `set/` |\n| --- | --- |\n');
  return table!
    .split('\n\n')[0]!
    .split('\n')
    .flatMap((row) => {
      const [, entities = '', fields = ''] = row.split('|').map((cell) => cell.replaceAll(/\(.*?\)/g, ''));
      const namesIn = (cell: string) => [...cell.matchAll(/`(.+?)`/g)].map(([, name]) => name!);
      return namesIn(entities).map((entity) => `${entity}: ${namesIn(fields).join(' ')}`);
    });
};

describe('messages from a broker', () => {
  it('accepts exactly the fields under `set/` that the README lists', () => {
    const settable = entityKinds.flatMap(({ word, members }) => {
      const names = Object.keys(members).filter((name) => members[name]!.write !== undefined);
      return names.length === 0 ? [] : [`${word}: ${names.join(' ')}`];
    });
    assert.deepEqual(listed().sort(), settable.sort());
  });

  it("a message sets a field in people's units, within the limits of its definition", () => {
    const [lowest, highest] = ['15', '30'];
    assert.deepEqual(ask('zone/3/set/setpoint', '21.5'), [{ ZoneSetpoint: { Index: 3, Setpoint: 2150 } }]);
    assert.deepEqual(ask('zone/3/set/setpoint', lowest), [{ ZoneSetpoint: { Index: 3, Setpoint: 1500 } }]);
    assert.deepEqual(ask('zone/3/set/setpoint', highest), [{ ZoneSetpoint: { Index: 3, Setpoint: 3000 } }]);
    assert.equal(
      ask('zone/3/set/setpoint', '35.0'),
      'ZoneSetpoint.Setpoint: 35.00 °C is above the maximum of 30.00 °C.',
    );
    assert.equal(
      ask('zone/3/set/setpoint', '14.5'),
      'ZoneSetpoint.Setpoint: 14.50 °C is below the minimum of 15.00 °C.',
    );
    assert.equal(
      ask('zone/3/set/setpoint', '21.55'),
      'ZoneSetpoint.Setpoint: 21.55 °C is not a multiple of 0.5 °C. Use 21.50 or 22.00.',
    );
    assert.deepEqual(ask('unit/set/sleep_timer', '90'), [{ SysSleepTimer: 90 }]);
    assert.deepEqual(ask('irrigation/set/rain_wait', '2'), [{ RetRainWait: 2 }]);
    assert.deepEqual(ask('power/0/1/set/name', 'Roof'), [
      { ChannelName: { Device: 0, Channel: 1, Name: 'Roof' } },
    ]);
  });

  it('rounds a setpoint that was converted from °F to the nearest step', () => {
    for (const [fahrenheit, wire] of [
      [70, 2100],
      [71, 2150],
      [72, 2200],
      [73, 2300],
    ] as const)
      assert.deepEqual(ask('zone/3/set/setpoint', String(((fahrenheit - 32) * 5) / 9)), [
        { ZoneSetpoint: { Index: 3, Setpoint: wire } },
      ]);
  });

  it('a message sets enumerations by label, including a split’s brand-specific fan speeds', () => {
    assert.deepEqual(ask('zone/0/set/mode', 'close'), [{ ZoneMode: { Index: 0, Mode: 2 } }]);
    assert.deepEqual(ask('unit/set/isave', 'on'), [{ iSave: 1 }]);
    assert.deepEqual(ask('split/0/set/fan', 'auto'), [{ SplitSystemZoneFan: { Index: 0, Fan: 4 } }]);
    assert.deepEqual(ask('split/3/set/fan', 'auto'), [{ SplitSystemZoneFan: { Index: 3, Fan: 1 } }]);
    assert.equal(
      ask('split/0/set/fan', 'quiet'),
      'SplitSystemZoneFan: "quiet" is not one of low, medium, high, auto.',
    );
    assert.equal(ask('unit/set/isave', 'maybe'), 'iSave: "maybe" is not one of on, off.');
    assert.equal(ask('unit/set/isave', 'constructor'), 'iSave: "constructor" is not one of on, off.');
  });

  it('a message that sets a climate mode also switches the unit on, as climate devices do', () => {
    assert.deepEqual(ask('unit/set/climate_mode', 'heat'), [{ SysMode: 2 }, { SysOn: 1 }]);
    assert.deepEqual(ask('unit/set/climate_mode', 'off'), [{ SysOn: 0 }]);
    assert.deepEqual(ask('zone/0/set/climate_mode', 'fan_only'), [{ ZoneMode: { Index: 0, Mode: 1 } }]);
    assert.deepEqual(ask('vrf/1/set/climate_mode', 'dry'), [
      { VrfSystemZoneMode: { Index: 1, Mode: 4 } },
      { VrfSystemZoneOn: { Index: 1, On: 1 } },
    ]);
    assert.equal(ask('zone/0/set/climate_mode', 'heat'), '"heat" is not one of off, heat_cool, fan_only.');
  });

  it('a message starts favourites and programs, and opens valves', () => {
    assert.deepEqual(ask('favourite/2/set/activate', 'on'), [{ FavouriteSet: 3 }]);
    assert.deepEqual(ask('program/1/set/stop', 'press'), [{ RetRunProgram: { No: 1, Run: 0 } }]);
    assert.deepEqual(ask('station/2/set/valve', 'open'), [{ RetStnMode: { No: 2, Mode: 1 } }]);
    assert.deepEqual(ask('station/2/set/valve', 'close'), [{ RetStnMode: { No: 2, Mode: 0 } }]);
    const watering = (all: Datagrams) => ({
      ...all,
      irrigation: [{ ...all.irrigation[0]!, CurrentProgram: 1 }],
      station: all.station.map((one) => (one.Index === 2 ? { ...one, State: 2 } : one)),
    });
    assert.equal(
      ask('station/2/set/valve', 'close', watering),
      'RetStnMode: Closing one station is not available: the program Beds is watering it; stop the program.',
    );
  });

  it('presses a garage door’s button only if its contact requires it, through `cover`', () => {
    const standing = (all: Datagrams) => ({
      ...all,
      lamp: all.lamp.map((one) => (one.Index === 3 ? { ...one, Reed: 0 } : one)),
    });
    const press = [{ LiOn: { No: 3, On: 1 } }];
    assert.deepEqual(ask('lamp/3/set/cover', 'open'), press);
    assert.deepEqual(ask('lamp/3/set/cover', 'close'), []);
    assert.deepEqual(ask('lamp/3/set/cover', 'close', standing), press);
    assert.deepEqual(ask('lamp/3/set/cover', 'open', standing), []);
    assert.match(String(ask('lamp/3/set/cover', 'stop')), /"stop" is not one of open, close/);
    assert.match(
      String(ask('lamp/3/set/on', 'on')),
      /would open a shut garage door and shut an open one; use set\/cover/,
    );
    assert.match(String(ask('lamp/3/set/climate_mode', 'auto')), /garage door/);
    assert.match(String(ask('command', '{"LiOn":{"No":3,"On":1}}')), /would open a shut garage door/);
    assert.deepEqual(ask('command', '{"LiOn":{"No":0,"On":1}}'), [{ LiOn: { No: 0, On: 1 } }]);
    assert.deepEqual(ask('lamp/4/set/cover', 'stop'), [{ CbldDrive: { No: 4, Mode: 2 } }]);
    assert.match(String(ask('lamp/0/set/cover', 'open')), /neither a blind nor a door/);
  });

  it('a message moves a garage door only if that is allowed; other lamps are not affected', () => {
    const askStrictly = (path: string, payload: string) => ask(path, payload, undefined, false);
    for (const [path, payload] of [
      ['lamp/3/set/cover', 'open'],
      ['lamp/3/set/on', 'on'],
      ['command', '{"LiOn":{"No":3,"On":1}}'],
    ] as const)
      assert.equal(
        askStrictly(path, payload),
        'LiOn: Moving a garage door is not available: it would open the house, and --mqtt-allow-garage is not set.',
      );
    assert.deepEqual(askStrictly('lamp/3/set/cover', 'close'), [], 'the door is shut');
    assert.deepEqual(askStrictly('lamp/4/set/cover', 'stop'), [{ CbldDrive: { No: 4, Mode: 2 } }]);
    assert.deepEqual(askStrictly('command', '{"LiOn":{"No":0,"On":1}}'), [{ LiOn: { No: 0, On: 1 } }]);
  });

  it('sets colours and white of a lamp by a message', () => {
    assert.deepEqual(ask('lamp/0/set/rgb', '1,2,3'), [
      { LiRgb: { No: 0, R: 1, G: 2, B: 3 } },
      { LiRgbMode: { No: 0, Rgb: 1 } },
    ]);
    assert.match(String(ask('lamp/0/set/rgb', '1,2,256')), /256 is above the maximum of 255/);
    assert.match(String(ask('lamp/0/set/rgb', 'red')), /"red" is not a colour such as 255,128,0/);
    assert.deepEqual(ask('lamp/0/set/white', '40'), [
      { LiRgbMode: { No: 0, Rgb: 0 } },
      { LiBright: { No: 0, Bright: 40 } },
    ]);
  });

  it("a message can be a command of the interface with wire values, but no installer's", () => {
    assert.deepEqual(ask('command', '{"ZoneSetpoint":{"Index":3,"Setpoint":2150},"requestId":"a"}'), [
      { ZoneSetpoint: { Index: 3, Setpoint: 2150 } },
    ]);
    assert.deepEqual(ask('command', '{"RetRainWait":3}'), [{ RetRainWait: 3 }]);
    assert.deepEqual(ask('unit/set/reset_filter', 'press'), [{ ResetWarning: 'filter' }]);
    for (const command of [
      '{"FanCapacity":700}',
      '{"EconomyLock":1}',
      '{"LiPair":{"Pair":1}}',
      '{"CgdoPulse":{"No":3,"Pulse":2}}',
      '{"ReSetMe":12345}',
    ])
      assert.match(String(ask('command', command)), /an installer’s commands are not accepted over MQTT/);
    assert.match(
      String(ask('command', '{"requestId":7,"SysOn":1}')),
      /requestId: 7 is not a text of at most/,
    );
    assert.match(
      String(ask('command', `{"requestId":"${'x'.repeat(65)}","SysOn":1}`)),
      /is not a text of at most 64/,
    );
  });

  it('refuses invalid messages with a sentence', () => {
    const refusals: readonly [string, string | Uint8Array, RegExp][] = [
      ['zone/3/set/setpoint', 'warm', /"warm" is not a number/],
      ['zone/3/set/setpoint', '', /"" is not a number/],
      ['zone/3/set/setpoint', '1e3', /is not a number/],
      ['zone/3/set/setpoint', 'NaN', /is not a number/],
      ['zone/3/set/setpoint', '9'.repeat(maxTyped), /is not a number/],
      ['zone/3/set/setpoint', '9'.repeat(maxTyped + 1), /larger than 200 bytes/],
      ['zone/3/set/name', Uint8Array.of(0xff, 0xfe), /not valid UTF-8/],
      ['zone/3/set/name', 'a\u0000b', /control characters/],
      ['zone/3/set/name', '1234567890123456', /16 bytes long; it may have at most 15/],
      ['zone/13/set/setpoint', '20', /nothing at zone\/13/],
      ['zone/3/set/temperature', '20', /There is no key "temperature". Use one of name, /],
      ['zone/3/set/__proto__', 'x', /There is no key "__proto__"/],
      ['zone/3/set/constructor', 'x', /There is no key "constructor"/],
      ['command', '['.repeat(60_000), /nested deeper than 16/],
      ['command', '{', /not JSON/],
      ['command', `{"SysOn":${'['.repeat(20)}${']'.repeat(20)}}`, /nested deeper than 16/],
      ['command', '{"SysOn":1,"SysOn":0}', /same key twice/],
      ['command', '{"__proto__":{"On":1}}', /There is no command|exactly one command/],
      ['command', '[]', /not a JSON object/],
      ['command', 'null', /not a JSON object/],
      ['command', '{}', /exactly one command/],
      ['command', `{"SysOn":"${'x'.repeat(70_000)}"}`, /larger than 65536 bytes/],
      ['command', Uint8Array.of(0x7b, 0xc3, 0x28), /not valid UTF-8/],
    ];
    for (const [path, payload, sentence] of refusals) assert.match(String(ask(path, payload)), sentence);
  });

  it('ignores undocumented topics', () => {
    for (const path of ['zone/3/set', 'zone/03/set/setpoint', 'zone/3/4/5/set/x', 'zone/-1/set/setpoint'])
      assert.equal(ask(path, 'x'), 'nothing', path);
    for (const path of ['set/x', 'Zone/3/set/setpoint', 'zone/3/set/a b', 'zone/#/set/x', ''])
      assert.equal(ask(path, 'x'), 'nothing', path);
    for (const path of ['zone/3', 'status', 'answer', 'announced']) assert.equal(ask(path, 'x'), 'own', path);
    assert.equal(readTopic(topics, `plenum/000000001/zone/3/set/${'a'.repeat(200)}`).for, 'nothing');
    assert.equal(readTopic(topics, 'plenum/000000002/zone/3/set/setpoint').for, 'nothing');
    assert.equal(topicsOf('plenum', '+/#/000').root, 'plenum/000');
  });
});
