import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { toReplayedHouse } from '@plenum/bridge';
import { readRecording } from '@plenum/bridge/traffic';
import { readBundle } from '@plenum/insight/diagnostics';
import { type AnyCommand, checkCommand } from '@plenum/protocol/command';
import { checkOverride, overrides } from '@plenum/protocol/simulation';
import { createSimulator, readHouse, readSetup, type State, writeHouse, writeSetup } from '@plenum/simulator';
import fc from '@plenum/testbed/fast-check';
import { readScenario, scenarioNames } from '@plenum/testing';
import { bodiesAt, readOperations } from '../contracts.ts';
import { jsonLike, textsLike, valuesLike, wordsLike } from '../mutate.ts';
import { assertReadOrRefused } from '../refused.ts';
import { parser } from '../target.ts';
import { demoDatagrams, noon, readHouseNamed } from './houses.ts';

const local = readOperations('local.openapi.json');
const houseTexts = ['demo', 'flat'].map((name) =>
  readFileSync(new URL(`../../packages/simulator/houses/${name}.yaml`, import.meta.url), 'utf8'),
);
const [demo, flat] = [readHouseNamed('demo'), readHouseNamed('flat')];

/** Asserts that a state has only finite numbers, because JSON would store any other as null. */
const assertFinite = ({ datagrams, plant }: State): void => {
  JSON.stringify({ datagrams, plant }, (key, value: unknown) => {
    if (typeof value === 'number') assert.ok(Number.isFinite(value), `${key} is ${value}`);
    return value;
  });
};

export const houseFiles = parser('house files', {
  weight: 4,
  cases: fc.oneof(textsLike(houseTexts), wordsLike(houseTexts), jsonLike([demo, flat])),
  check: (text) => {
    const house = readHouse(text, 'house.yaml');
    if (!house.ok) return assertReadOrRefused(house);
    const again = readHouse(writeHouse(house.value), 'house.yaml');
    assert.deepEqual(again, house);
    return true;
  },
});

/** A house that is accepted can be simulated. Each case takes some milliseconds. */
export const acceptedHouses = parser('houses to simulate', {
  weight: 2,
  cases: fc.oneof(valuesLike([flat]), valuesLike([demo])).map((value) => JSON.stringify(value) ?? ''),
  check: (text) => {
    const house = readHouse(text, 'house.yaml');
    if (!house.ok || house.value.climate?.csv !== undefined) return false;
    const simulator = createSimulator(house.value);
    assertFinite(simulator.advance(simulator.initial(noon), noon + 120_000));
    return true;
  },
});

const setup = bodiesAt(local, /Command(V2)?$/).filter((command) => checkCommand(command).ok) as AnyCommand[];

export const setupFiles = parser('setup files', {
  weight: 10,
  cases: fc.oneof(textsLike([writeSetup(setup.slice(0, 20))]), jsonLike([{ setup: setup.slice(20, 30) }])),
  check: (text) => assertReadOrRefused(readSetup(text, 'setup.yaml')),
});

const weather = [
  'time,temperature,humidity,cloud\n2026-01-05T00:00Z,20,50,0.5\n2026-01-05T12:00Z,30,40,0\n2026-01-06T00:00Z,21,,1\n',
  '# sun\r\ntime,temperature,beam,diffuse,wind,rain,co2\r\n2026-01-05T00:00+11:00,-5,0,100,3,0,420\r\n',
].map((text) => text.replace(',,', ',60,'));

export const weatherFiles = parser('weather files', {
  weight: 10,
  cases: fc.oneof(textsLike(weather), wordsLike(weather)),
  check: (text) => {
    let simulator: ReturnType<typeof createSimulator>;
    try {
      simulator = createSimulator(flat, text);
    } catch (error) {
      assert.ok(
        error instanceof RangeError && /^Weather file, line \d+: /.test(error.message),
        String(error),
      );
      return false;
    }
    const seen = simulator.weather(simulator.initial(noon));
    for (const value of Object.values(seen)) if (typeof value === 'number') assert.ok(Number.isFinite(value));
    return true;
  },
});

const bundle = {
  format: 'plenum-diagnostics',
  formatVersion: 2,
  plenum: '0.1.0',
  definitions: '0'.repeat(64),
  node: 'v26.0.0',
  behind: 'simulated house',
  at: noon,
  datagrams: demoDatagrams,
  events: [
    { what: 'change', at: noon, kind: 'zone', index: 0, field: 'Setpoint', before: 2200, value: 2300 },
    {
      what: 'command',
      at: noon,
      kind: 'unit',
      index: 0,
      over: 'local',
      command: 'SysOn',
      body: { SysOn: 1 },
    },
  ],
  log: [{ at: noon, level: 'info', sentence: 'the bridge <name> started at 192.168.1.20' }],
};

export const bundles = parser('diagnostics bundles', {
  weight: 5,
  cases: jsonLike([bundle]),
  check: (text) => {
    const read = readBundle(text);
    if (!read.ok) return assertReadOrRefused(read);
    assert.ok(readBundle(JSON.stringify(read.value)).ok);
    const { simulator } = toReplayedHouse(read.value);
    const state = simulator.advance(simulator.initial(noon), noon + 60_000);
    simulator.export(state);
    for (const name of overrides.keys()) assertReadOrRefused(simulator.checkOverride(state, name, 1));
    return true;
  },
});

const scenarios = scenarioNames.map((name) =>
  readFileSync(new URL(`../../packages/testing/scenarios/${name}.yaml`, import.meta.url), 'utf8'),
);

/** Each case that is accepted opens a house, which takes some milliseconds. */
export const scenarioFiles = parser('scenario files', {
  weight: 2,
  cases: fc.oneof(
    { weight: 1, arbitrary: textsLike(scenarios) },
    { weight: 3, arbitrary: wordsLike(scenarios) },
  ),
  check: (text) => assertReadOrRefused(readScenario(text, 'scenario.yaml')),
});

const recording = [
  '{"format":"plenum-traffic","formatVersion":1,"plenum":"0.1.0"}',
  '{"at":12,"method":"POST","path":"/HvacCommandV2","body":{"ZoneName":{"Index":1,"Name":"Name 2"}},"status":200,"type":"text/plain","plenum":true,"text":"OK"}',
  '{"at":20,"method":"GET","path":"/Zones1_4","status":200,"type":"application/json","answer":[{"HvacDeviceUId":"000000001","Index":0,"Name":"Name 1","Type":"auto","SetPoint":22.5}]}',
  '{"at":31,"method":"GET","path":"/SystemSettings","unanswered":true}',
].join('\n');

export const recordings = parser('recordings of traffic', {
  weight: 5,
  cases: fc.oneof(textsLike([`${recording}\n`]), wordsLike([`${recording}\n`])),
  check: (text) => assertReadOrRefused(readRecording(text)),
});

export const interventions = parser('changes of a simulated house', {
  weight: 10,
  cases: fc.oneof(
    ...Array.from(overrides.keys(), (name) =>
      fc.tuple(fc.constant(name), valuesLike(bodiesAt(local, new RegExp(`^/simulation/${name}$`)))),
    ),
  ),
  check: ([name, body]) => assertReadOrRefused(checkOverride(name, body)),
});

const simulator = createSimulator(demo);
const initial = simulator.advance(simulator.initial(noon), noon + 60_000);
const before = JSON.stringify(initial);

export const simulated = parser('commands of a simulated house', {
  weight: 5,
  cases: fc.array(valuesLike(bodiesAt(local, /Command(V2)?$/)), { minLength: 1, maxLength: 4 }),
  check: (bodies) => {
    let state = initial;
    let isAccepted = false;
    for (const body of bodies) {
      const command = checkCommand(body);
      if (!command.ok) continue;
      const applied = simulator.apply(state, command.value);
      if (applied.ok) state = applied.value;
      isAccepted = assertReadOrRefused(applied) || isAccepted;
    }
    assertFinite(simulator.advance(state, noon + 180_000));
    assert.equal(JSON.stringify(initial), before, 'the earlier state was changed');
    return isAccepted;
  },
});
