import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSentence } from '@plenum/protocol/refusal';
import { openScenario, readScenario } from './read-scenario.ts';
import { runScenario } from './run-scenario.ts';

const run = async (steps: string, { house = 'demo', start = '2026-01-15T09:00' } = {}) => {
  const read = readScenario(`name: Test\nhouse: ${house}\nstart: ${start}\nsteps:\n${steps}`, 'test.yaml');
  assert.ok(read.ok, read.ok ? '' : toSentence(read.refusal));
  const { lines, hasPassed } = await runScenario(read.value);
  const toTime = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone: read.value.timeZone });
  return { lines: lines.map(({ at, took: _, ...line }) => ({ ...line, at: toTime(at) })), hasPassed };
};

const failures = async (steps: string) =>
  (await run(steps)).lines.flatMap(({ text, why }) => (why === undefined ? [] : `${text} - ${why}`));

describe('running a scenario', () => {
  it('refuses a name in place of an opened scenario, and options that it does not have', async () => {
    for (const [call, sentence] of [
      [
        async () => openScenario(undefined as never),
        'openScenario: the scenario is undefined. Give the name of a scenario, or the path of a file.',
      ],
      [
        async () => readScenario(5 as never, 'test.yaml'),
        'readScenario: the text is 5. Give the text of a scenario file.',
      ],
      [
        async () => (readScenario as (text: string) => unknown)('name: Test'),
        'readScenario: the file is undefined. Give the path of the file, for the refusals.',
      ],
      [
        () => runScenario('summer-day' as never),
        'runScenario: its scenario is "summer-day". Give an opened scenario: runScenario(openScenario("summer-day")).',
      ],
      [
        () => runScenario(openScenario('summer-day'), { online: () => {} } as never),
        'runScenario has no option "online". Did you mean onLine?',
      ],
      [
        () => runScenario(openScenario('summer-day'), { deliveryTime: '1s' } as never),
        'runScenario: deliveryTime is "1s". Give a time in ms, at most 3600000.',
      ],
    ] as const)
      await assert.rejects(call, { name: 'PlenumError', message: sentence });
  });

  it('reports each action and expectation with the local time at which it was over', async () => {
    const { lines, hasPassed } = await run(
      '  - at: 09:30\n    command: { SysOn: 0 }\n    expect: unit SysOn is 0\n  - after: 90 s\n    weather: { Rain: 1 }\n',
    );
    assert.deepEqual(lines, [
      { text: 'command SysOn 0', result: 'done', at: '2026-01-15 09:30:00', line: 5 },
      { text: 'unit SysOn is 0', result: 'met', at: '2026-01-15 09:30:00', line: 5 },
      { text: 'weather {"Rain":1}', result: 'done', at: '2026-01-15 09:31:30', line: 8 },
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

  it('fails a temperature at a limit that it has to pass, and a time that ends before', async () => {
    const why = await failures(
      [
        '  - expect: zone 1 Setpoint is below 2250',
        '  - expect: zone 1 Setpoint is below 2250.5',
        '  - expect: zone 1 Setpoint is above 2250',
        '  - expect: zone 1 Setpoint is above 2249.5',
        '  - command: { SysOn: 0 }',
        '  - expect: zone 1 Setpoint is not 2250',
        '  - expect: zone 1 Setpoint is not 2251',
        '  - expect: zone 1 Name is below 5000',
        '  - expect: zone 1 Name is Kitchen',
        '',
      ].join('\n'),
    );
    assert.deepEqual(
      why.map((line) => line.replace('zone 1 ', '')),
      [
        'Setpoint is below 2250 - It was 2250.',
        'Setpoint is above 2250 - It was 2250.',
        'Setpoint is not 2250 - It was 2250.',
        'Name is below 5000 - It was "Kitchen".',
      ],
    );
  });

  it('compares temperatures in °C exactly, without rounding the limit', async () => {
    const temperature = async (steps: string) => (await run(steps)).lines.map(({ why = 'met' }) => why);
    const [shown] = await temperature('  - expect: room Kitchen stays below 1 °C for 1 s\n');
    const now = Number(/(\d+\.\d+)/.exec(shown!)![1]);
    assert.deepEqual(
      await temperature(
        [now, (now + 0.004).toFixed(3), (now - 0.004).toFixed(3)]
          .flatMap((limit) => ['below', 'above'].map((side) => [side, limit]))
          .map(([side, limit]) => `  - expect: room Kitchen stays ${side} ${limit} °C for 1 s\n`)
          .join(''),
      ),
      [shown, shown, 'met', shown, shown, 'met'],
    );
  });

  it('meets an expectation up to the second that its time ends in, and not a second later', async () => {
    const steps = (within: string) =>
      `  - weather: { Temperature: 40 }\n  - command: { SysOn: 0 }\n    expect: room Lounge reaches 24 °C within ${within}\n`;
    const { lines } = await run(steps('1 d'));
    const took = Math.round((Date.parse(lines[2]!.at) - Date.parse(lines[1]!.at)) / 1000);
    assert.ok(took > 60, String(took));
    assert.deepEqual(await failures(steps(`${took} s`)), []);
    assert.equal((await failures(steps(`${took - 1} s`))).length, 1);
  });

  it('lets no time pass if a webhook is there already, and otherwise all of the time', async () => {
    const { lines } = await run(
      [
        '  - at: 09:30',
        '    app: { ZoneSetpoint: { Index: 1, Setpoint: 2350 } }',
        '    expect: app receives Setpoint 2350 of zone 1 within 15 s',
        '  - expect: app receives Setpoint 2400 of zone 1 within 15 s',
        '',
      ].join('\n'),
    );
    assert.deepEqual(
      lines.map(({ result, at }) => [result, at.slice(11)]),
      [
        ['done', '09:30:00'],
        ['met', '09:30:00'],
        ['failed', '09:30:15'],
      ],
    );
  });

  it('does not let a webhook of an earlier action or time meet a later expectation', async () => {
    const why = await failures(
      [
        '  - app: { ZoneSetpoint: { Index: 1, Setpoint: 2350 } }',
        '    expect: app receives Setpoint 2350 of zone 1',
        '  - expect: app receives Setpoint 2350 of zone 1',
        '  - app: { ZoneSetpoint: { Index: 1, Setpoint: 2350 } }',
        '    expect: app receives Setpoint 2350 of zone 1',
        '  - app: { ZoneSetpoint: { Index: 1, Setpoint: 2450 } }',
        '  - after: 1 s',
        '    expect: app receives Setpoint 2450 of zone 1',
        '',
      ].join('\n'),
    );
    assert.deepEqual(why, [
      'app receives Setpoint 2350 of zone 1 - It received no event of that component.',
      'app receives Setpoint 2450 of zone 1 - It received no event of that component.',
    ]);
  });

  it('joins an action to its webhooks: which, in their order, within a time, and no others', async () => {
    const set = '  - app: { ZoneSetpoint: { Index: 1, Setpoint: ';
    const lines = (
      await run(
        [
          `${set}2350 } }`,
          '    webhooks: [zone 1 Setpoint is 2350]',
          '    within: 5 s',
          '  - override: { ZoneWindow: { Zone: 1, Open: 1 } }',
          '    webhooks: []',
          `${set}2450 } }`,
          '    webhooks: [zone 1]',
          `${set}2050 } }`,
          '    webhooks: [zone 1 Setpoint is above 2050]',
          `${set}2100 } }`,
          '    webhooks: [zone 1, zone 1]',
          `${set}2150 } }`,
          '    webhooks: []',
          `${set}2150 } }`,
          '    webhooks: [zone 1]',
          `${set}2200 } }`,
          '    webhooks: [zone 2]',
          '',
        ].join('\n'),
      )
    ).lines;
    const judged = lines.filter(({ text }) => text.startsWith('webhooks'));
    const change = (before: number, after: number) =>
      new RegExp(`^The app received:\nEvent of house \\d{9}: zone 1: Setpoint ${before} → ${after}$`);
    const expected = [
      /^met$/,
      /^met$/,
      /^met$/,
      change(2450, 2050),
      change(2050, 2100),
      change(2100, 2150),
      /^The app received nothing\.$/,
      change(2150, 2200),
    ];
    assert.equal(judged.length, expected.length);
    for (const [place, { why = 'met' }] of judged.entries()) assert.match(why, expected[place]!);
    assert.equal(judged[0]!.text, 'webhooks within 5 s: zone 1 Setpoint is 2350');
    assert.equal(judged[0]!.at, '2026-01-15 09:00:05');
    assert.equal(judged[1]!.text, 'webhooks within 1 s: none');
  });
});
