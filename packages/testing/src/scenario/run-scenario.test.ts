import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSentence } from '@plenum/protocol/refusal';
import { readScenario } from './read-scenario.ts';
import { runScenario } from './run-scenario.ts';

const run = async (steps: string, { house = 'demo', start = '2026-01-15T09:00' } = {}) => {
  const read = readScenario(`name: Test\nhouse: ${house}\nstart: ${start}\nsteps:\n${steps}`, 'test.yaml');
  assert.ok(read.ok, read.ok ? '' : toSentence(read.refusal));
  const { lines, hasPassed } = await runScenario(read.value);
  const toTime = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone: read.value.timeZone });
  return { lines: lines.map(({ at, ...line }) => ({ ...line, at: toTime(at) })), hasPassed };
};

const failures = async (steps: string) =>
  (await run(steps)).lines.flatMap(({ text, why }) => (why === undefined ? [] : `${text} - ${why}`));

describe('running a scenario', () => {
  it('reports each action and expectation with the local time at which it was over', async () => {
    const { lines, hasPassed } = await run(
      '  - at: 09:30\n    command: { SysOn: 0 }\n    expect: unit SysOn is 0\n  - after: 90 s\n    weather: { Rain: 1 }\n',
    );
    assert.deepEqual(lines, [
      { text: 'command SysOn 0', result: 'done', at: '2026-01-15 09:30:00' },
      { text: 'unit SysOn is 0', result: 'met', at: '2026-01-15 09:30:00' },
      { text: 'weather {"Rain":1}', result: 'done', at: '2026-01-15 09:31:30' },
    ]);
    assert.equal(hasPassed, true);
  });

  it('continues after a failure, and says what was there instead', async () => {
    const { lines, hasPassed } = await run(
      [
        '  - command: { ZoneSetpoint: { Index: 1, Setpoint: 2350 } }',
        '    expect: zone 1 Setpoint is 2250',
        '  - command: { VrfSystemZoneSetpoint: { Index: 9, Setpoint: 2300 } }',
        '  - command: { SysOn: 0 }',
        '    fails: busy',
        '    expect: room kitchen reaches 10 °C within 10 min',
        '  - expect: room kitchen stays below 10 °C for 1 h',
        '  - expect: event fault within 1 min',
        '  - expect: energy above 100 kWh',
        '',
      ].join('\n'),
    );
    assert.equal(hasPassed, false);
    const why = lines.flatMap((line) => line.why ?? []);
    assert.deepEqual(why[0], 'It was 2350.');
    assert.match(why[1]!, /unit 9/);
    assert.equal(why[2], 'It succeeded, and had to fail as "busy".');
    assert.match(why[3]!, /^It went from \d\d\.\d\d °C to \d\d\.\d\d °C\.$/);
    assert.match(why[4]!, /^It was \d\d\.\d\d °C\.$/);
    assert.match(why[5]!, /^No event { what: "fault" } within 1 min/);
    assert.match(why[6]!, /^It used \d+\.\d\d kWh\.$/);
    assert.equal(why.length, 7);
  });

  it('reaches a temperature from above and from below', async () => {
    assert.deepEqual(
      await failures(
        [
          '  - weather: { Temperature: 40 }',
          '  - command: { SysOn: 0 }',
          '    expect: room Lounge reaches 27 °C within 1 d',
          '  - command: { SysOn: 1 }',
          '  - command: { ZoneMode: { Index: 2, Mode: 1 } }',
          '    expect: room Lounge reaches 26 °C within 1 d',
          '',
        ].join('\n'),
      ),
      [],
    );
  });

  it('finds the next time of day, across a change of daylight saving', async () => {
    const { lines } = await run('  - at: 03:30\n    weather: {}\n  - at: 03:00\n    weather: {}\n', {
      house: 'flat',
      start: '2026-03-28T23:00',
    });
    assert.deepEqual(
      lines.map(({ at }) => at),
      ['2026-03-29 03:30:00', '2026-03-30 03:00:00'],
    );
  });

  it('lets a client that its bridge delays wait in the time of the house', async () => {
    const { lines, hasPassed } = await run(
      '  - quirk: { answer-time: 5000 }\n  - command: { SysOn: 0 }\n    expect: unit SysOn is 0\n',
    );
    assert.equal(hasPassed, true);
    assert.ok(lines[1]!.at >= '2026-01-15 09:00:05' && lines[1]!.at < '2026-01-15 09:01:00', lines[1]!.at);
  });

  it('gives the same lines each time', async () => {
    const steps = '  - weather: { Temperature: 40 }\n    expect: room Lounge reaches 25 °C within 1 d\n';
    assert.deepEqual(await run(steps), await run(steps));
  });
});
