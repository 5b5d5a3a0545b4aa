import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSentence } from '@plenum/protocol/refusal';
import { testingFailures } from '../failure.ts';
import { expectationExamples } from './expectation.ts';
import { openScenario, readScenario } from './read-scenario.ts';

const head = 'name: Test\nhouse: demo\nstart: 2026-01-15T09:00\n';

const refusalOf = (text: string): string => {
  const read = readScenario(text, 'test.yaml');
  return read.ok ? 'accepted' : toSentence(read.refusal);
};

/** Returns the refusal of a step, whose first line is line 5 of the file. */
const refusalOfStep = (...lines: string[]) =>
  refusalOf(`${head}steps:\n  - ${lines.join('\n    ')}\n`).replace(/^test\.yaml:/, '');

describe('a scenario file', () => {
  it('has steps with a time, an action and an expectation', () => {
    const read = readScenario(
      `${head}steps:\n  - at: 07:00\n    command: { SysOn: 1 }\n    expect: unit SysOn is 1\n  - after: 20 min\n`,
      'test.yaml',
    );
    assert.ok(read.ok);
    assert.deepEqual(read.value.steps, [
      {
        at: '07:00',
        action: { does: 'command', command: { name: 'SysOn', body: 1 } },
        expectation: {
          sentence: 'unit SysOn is 1',
          expects: {
            expects: 'value',
            of: { kind: 'unit', index: 0, field: 'SysOn' },
            is: 'is',
            value: 1,
          },
        },
        line: 5,
      },
      { after: '20 min', line: 8 },
    ]);
    assert.equal(read.value.timeZone, 'Australia/Sydney');
  });

  it('is refused with the line and column of its first mistake', () => {
    assert.equal(
      refusalOf('name: [\n'),
      'test.yaml:2:1: Flow sequence in block collection must be sufficiently indented and end with a ].',
    );
    assert.equal(refusalOf(head), 'test.yaml:1:1: The key steps is missing.');
    assert.match(
      refusalOf(`${head}steps: []\n`),
      /^test\.yaml:4:8: steps: There are 0 entries\. Send at least 1/,
    );
    assert.match(
      refusalOf(head.replace('demo', 'dem').concat('steps: [{ at: "07:00" }]\n')),
      /^test\.yaml:2:8: house: "dem" cannot be the house: There is no house "dem"; .+ Did you mean demo\?\.$/,
    );
    assert.match(
      refusalOf(head.replace('2026-01-15T09:00', 'today').concat('steps: [{ at: "07:00" }]\n')),
      /^test\.yaml:3:8: start: "today" is not a local time such as/,
    );
  });

  it('is refused if a step has a wrong time, two times, two actions or an unknown key', () => {
    assert.match(
      refusalOfStep('at: 7:00'),
      /^5:9: steps\.0\.at: "7:00" is not a time of day such as 07:00\.$/,
    );
    assert.match(refusalOfStep('after: soon'), /^5:12: steps\.0\.after: "soon" is not a time span such as/);
    assert.match(
      refusalOfStep('at: 07:00', 'after: 5 min'),
      /^5:5: steps\.0: "after" cannot be in a step with "at": a step has one time\.$/,
    );
    assert.match(
      refusalOfStep('command: { SysOn: 1 }', 'weather: { Temperature: 30 }'),
      /^5:5: steps\.0: "weather" cannot be in a step with "command": a step has one action; add another step\.$/,
    );
    assert.match(
      refusalOfStep('comand: { SysOn: 1 }'),
      /^5:5: steps\.0: There is no key "comand"\. Use one of/,
    );
  });

  it('is refused if a command, fault, override or quirk is not one', () => {
    assert.equal(
      refusalOfStep('command:', '  ZoneSetpoint:', '    Index: 1', '    Setpoint: 2155'),
      '8:19: steps.0.command.ZoneSetpoint.Setpoint: 21.55 °C is not a multiple of 0.5 °C. Use 21.50 or 22.00.',
    );
    assert.match(refusalOfStep('app: { SysOm: 1 }'), /^5:10: steps\.0\.app: There is no command "SysOm"/);
    assert.match(
      refusalOfStep('fault: { ZoneWindow: { Zone: 1, Open: 1 } }'),
      /^5:12: steps\.0\.fault: "ZoneWindow" cannot be a fault: write it under "override"\.$/,
    );
    assert.match(
      refusalOfStep('override: { ClockStep: 60 }'),
      /^5:15: steps\.0\.override: "ClockStep" cannot be part of a scenario: its clock moves by/,
    );
    assert.match(
      refusalOfStep('weather: { Temperature: 99 }'),
      /^5:29: .*99 °C is above the maximum of 60 °C\.$/,
    );
    assert.match(refusalOfStep('quirk: { bussy: 1 }'), /^5:\d+: .*There is no key "bussy"/);
    assert.match(
      refusalOfStep('weather: { Temperature: 9 }', 'fails: busy'),
      /^6:12: steps\.0\.fails: "busy" cannot be expected here: only a command/,
    );
  });

  it('refuses an expectation that is unreadable or about something the house lacks', () => {
    assert.match(
      refusalOfStep('expect: kitchen warm'),
      /^5:13: steps\.0\.expect: "kitchen warm" cannot be an expectation: write it like one of: room Kitchen reaches/,
    );
    assert.match(
      refusalOfStep('expect: room Cellar reaches 21 °C within 40 min'),
      /^5:13: .*"Cellar" cannot be a room: the rooms of this house whose temperature is measured are Family room, Kitchen/,
    );
    assert.match(
      refusalOfStep('expect: room kitchen reaches 21 °C within a while'),
      /"a while" cannot be a time span: write one such as 20 min/,
    );
    assert.match(
      refusalOfStep('expect: zone 14 Setpoint is 2200'),
      /"zone 14" cannot be a component: this house has none/,
    );
    assert.match(
      refusalOfStep('expect: zone 1 Setpont is 2200'),
      /"Setpont" cannot be a field of zone: its fields are Index/,
    );
    assert.match(refusalOfStep('expect: zome 1 Setpoint is 2200'), /"zome" cannot be a kind of component/);
  });

  it('is refused with every mistake, in the order of the file, each with its line and column', () => {
    const read = readScenario(
      [
        'name: 7',
        'house: demo',
        'start: today',
        'colour: red',
        'steps:',
        '  - at: 7:00',
        '    after: soon',
        '    expect: kitchen warm',
        '  - command: { SysOm: 1 }',
        '    fails: busy',
        '    comand: 1',
        '  - 5',
        '  - fault: { ZoneSensorFault: { Zone: 99, On: 1 } }',
        '',
      ].join('\n'),
      'test.yaml',
    );
    assert.ok(!read.ok);
    const sentences = read.refusals.map((one) => toSentence(one));
    assert.deepEqual(
      sentences.map((one) => /^test\.yaml:\d+:\d+: [a-z0-9.]*/.exec(one)?.[0]),
      [
        'test.yaml:1:7: name',
        'test.yaml:3:8: start',
        'test.yaml:4:1: ',
        'test.yaml:6:9: steps.0.at',
        'test.yaml:7:12: steps.0.after',
        'test.yaml:9:14: steps.1.command',
        'test.yaml:11:5: steps.1',
        'test.yaml:12:5: steps.2',
        'test.yaml:13:39: steps.3.fault.',
      ],
      sentences.join('\n'),
    );
    assert.deepEqual(read.refusal, read.refusals[0]);
    // Without the house, an expectation cannot be read.
    const found = readScenario(
      `${head}steps:\n  - expect: kitchen warm\n  - command: { SysOn: 9 }\n    expect: zone 14 Temp is 1\n`,
      'test.yaml',
    );
    assert.ok(!found.ok);
    assert.deepEqual(
      found.refusals.map((one) => /^test\.yaml:\d+/.exec(toSentence(one))?.[0]),
      ['test.yaml:5', 'test.yaml:6', 'test.yaml:7'],
    );
  });

  it('refuses missing steps, too many, and steps that are not a list', () => {
    const step = '{ after: 1 s }';
    assert.match(refusalOf(`${head}steps: 5\n`), /^test\.yaml:4:8: steps: .*a list/);
    assert.equal(refusalOf(`${head}steps: [${Array(500).fill(step).join(', ')}]\n`), 'accepted');
    assert.match(
      refusalOf(`${head}steps: [${Array(501).fill(step).join(', ')}]\n`),
      /^test\.yaml:4:8: steps: There are 501 entries/,
    );
    assert.match(refusalOf('- name: Test\n'), /^test\.yaml:1:1: .*not an object/);
  });

  it('is refused if a fault or override is about a part that the house does not have', () => {
    assert.match(
      refusalOfStep('fault: { ZoneSensorFault: { Zone: 13, On: 1 } }'),
      /^5:\d+: steps\.0\.fault.*zone 13/i,
    );
    assert.match(
      refusalOfStep('override: { ZoneWindow: { Zone: 8, Open: 1 } }'),
      /^5:\d+: steps\.0\.override.*zone 8/i,
    );
    assert.equal(refusalOfStep('override: { ZoneWindow: { Zone: 7, Open: 1 } }'), 'accepted');
  });

  it('is refused if its webhooks have no action, another form, or compare a word', () => {
    const action = 'app: { SysOn: 1 }';
    assert.equal(refusalOfStep(action, 'webhooks: [zone 1, unit SysOn is 1]', 'within: 1 min'), 'accepted');
    assert.match(
      refusalOfStep('webhooks: [zone 1]'),
      /^5:15: steps\.0\.webhooks: "webhooks" cannot be in a step without an action: they are what an action causes\.$/,
    );
    assert.match(
      refusalOfStep(action, 'webhooks: [zone 1, kitchen warm]'),
      /^6:24: steps\.0\.webhooks\.1: "kitchen warm" cannot be a webhook: write it like one of: zone 1 Setpoint is 2350; zone 1\.$/,
    );
    assert.match(
      refusalOfStep(action, 'webhooks: [zone 14]'),
      /"zone 14" cannot be a component: this house has none/,
    );
    assert.match(
      refusalOfStep(action, 'webhooks: [zone 1 Temp is above warm]'),
      /"warm" cannot be compared: "is above" takes a number in wire values, such as 2350 for 23\.5 °C/,
    );
    assert.match(
      refusalOfStep('expect: zone 1 Temp is below 20 °C'),
      /"20 °C" cannot be compared: "is below"/,
    );
    assert.match(
      refusalOfStep(action, 'within: 1 min'),
      /^6:13: steps\.0\.within: "1 min" cannot be expected here: only "webhooks" have it; an expectation contains its own\.$/,
    );
    assert.match(refusalOfStep(action, 'webhooks: [zone 1]', 'within: soon'), /"soon" is not a time span/);
  });

  it('accepts each form of an expectation that a refusal lists', () => {
    for (const example of expectationExamples)
      assert.equal(refusalOfStep(`expect: ${example}`), 'accepted', example);
  });

  it('is found by the name of a shipped scenario, or by its path', () => {
    assert.equal(openScenario('winter-morning').name, 'A winter morning');
    assert.throws(
      () => openScenario('winter'),
      (error) => testingFailures.is(error, 'no-such-scenario'),
    );
    assert.throws(
      () => openScenario('./winter.yaml'),
      /\.\/winter\.yaml cannot be read: there is no such file/,
    );
  });
});
