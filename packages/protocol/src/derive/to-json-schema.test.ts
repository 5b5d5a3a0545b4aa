import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { times } from '@plenum/testbed/full-run';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { check } from '../check/check.ts';
import { catalogue } from '../command/catalogue.ts';
import { checkCommand } from '../command/check-command.ts';
import { componentKinds, kinds } from '../component/kinds.ts';
import { instant, list, map, number, record, text } from '../field/make.ts';
import { overrides } from '../simulation/catalogue.ts';
import { toCommandCounterexample, toCounterexample } from './to-counterexample.ts';
import { toCommandExample, toExample } from './to-example.ts';
import { toCommandSchema, toDatagramSchema, toFieldSchema } from './to-json-schema.ts';
import { bodiesOf } from './values.fixture.ts';

const encoder = new TextEncoder();

/** A second, independent validator. We add only our rule that the length of a name is measured in bytes. */
const ajv = new Ajv2020({ strictSchema: false, allErrors: false });
ajv.addKeyword({
  keyword: 'x-maxBytes',
  type: 'string',
  schemaType: 'number',
  validate: (most: number, value: string) => encoder.encode(value).length <= most,
});

const schemas = Object.fromEntries(
  Array.from(catalogue.values(), (command) => [command.name, toCommandSchema(command)]),
);
const validators = new Map<string, ValidateFunction>(
  Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]),
);

const runs = times({ usual: 20_000, full: 400_000 });

test(`Ajv and our own check agree on ${runs} generated bodies`, (context) => {
  const counts = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(bodiesOf(catalogue), ({ name, body }) => {
      const ours = checkCommand(body).ok;
      assert.equal(validators.get(name)!(body), ours, `${name}: ${JSON.stringify(body)}`);
      counts[ours ? 'taken' : 'refused']++;
    }),
    { numRuns: runs },
  );
  context.diagnostic(`${counts.taken} taken, ${counts.refused} refused`);
  assert.ok(counts.taken > runs / 5 && counts.refused > runs / 5);
});

test('Ajv and our own check accept every example and refuse every counterexample', () => {
  for (const command of catalogue.values()) {
    const [example, counterexample] = [toCommandExample(command), toCommandCounterexample(command)];
    const valid = validators.get(command.name)!;
    assert.ok(checkCommand(example).ok && valid(example), JSON.stringify(example));
    assert.ok(!checkCommand(counterexample).ok && !valid(counterexample), JSON.stringify(counterexample));
  }
  for (const { name, body } of overrides.values()) {
    const valid = ajv.compile(toFieldSchema(body));
    assert.ok(valid(toExample(body)) && !valid(toCounterexample(body)), name);
  }
});

test('the schema of a command is an object with one key', () => {
  assert.deepEqual(toCommandSchema(catalogue.get('SysSetpoint')!), {
    title: 'SysSetpoint',
    description: 'Set the target temperature of the unit.',
    type: 'object',
    properties: {
      SysSetpoint: {
        type: 'integer',
        minimum: 1500,
        maximum: 3000,
        description: 'unit setpoint',
        'x-unit': '°C',
        'x-scale': 100,
      },
    },
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  });
});

test('the schema lists other spellings and markers as alternatives to a label or range', () => {
  assert.deepEqual(Object.keys((schemas.iSave as { properties: object }).properties), ['iSave', 'iSaveOn']);
  const channel = (schemas.ChannelName as { properties: { ChannelName: Record<string, unknown> } }).properties
    .ChannelName;
  assert.deepEqual(channel.required, ['Device', 'Channel']);
  assert.deepEqual(channel.allOf, [{ oneOf: [{ required: ['Name'] }, { required: ['String'] }] }]);
  const { properties } = (
    schemas.SchedSettings as { properties: { SchedSettings: { properties: Record<string, object> } } }
  ).properties.SchedSettings;
  assert.deepEqual(properties.StartH, {
    type: 'integer',
    anyOf: [{ minimum: 0, maximum: 23 }, { const: 31 }],
    description: 'start hour; 31 = no start',
  });
});

test('Ajv and our own check agree on a list without a limit, a map and a timestamp', () => {
  const field = record('an answer', {
    at: instant('when'),
    counts: list('counts', number('count', { min: 0 })),
    headers: map('headers', text('value')),
  });
  const valid = ajv.compile(toFieldSchema(field as never));
  const one = { at: 1_767_225_600_000, counts: [0, 1, 2], headers: { 'content-type': 'text/plain' } };
  const cases: [object, boolean][] = [
    [one, true],
    [{ ...one, counts: [], headers: {} }, true],
    [{ ...one, counts: Array.from({ length: 1_000 }, () => 1) }, true],
    [{ ...one, at: 1.5 }, false],
    [{ ...one, at: '2026-01-01' }, false],
    [{ ...one, counts: [-1] }, false],
    [{ ...one, headers: [] }, false],
    [{ ...one, headers: { age: 1 } }, false],
  ];
  for (const [value, isTaken] of cases) {
    assert.equal(valid(value), isTaken, JSON.stringify(value));
    assert.equal(check(field, value).ok, isTaken, JSON.stringify(value));
  }
  assert.deepEqual(check(field, one), { ok: true, value: one });
  const [example, counterexample] = [toExample(field as never), toCounterexample(field as never)];
  assert.ok(valid(example) && check(field, example).ok);
  assert.ok(!valid(counterexample) && !check(field, counterexample).ok);
});

test('a checked map keeps its keys, including __proto__', () => {
  const headers = JSON.parse('{"__proto__":"a","constructor":"b"}');
  const checked = check(map('headers', text('value')), headers);
  assert.ok(checked.ok);
  assert.equal(JSON.stringify(checked.value), '{"__proto__":"a","constructor":"b"}');
});

test('an optional key with two spellings may be omitted, or sent under one of them', () => {
  const field = record('one', { A: number('a', { alias: ['B'] }), C: text('c') }, { optional: ['A'] });
  const valid = ajv.compile(toFieldSchema(field as never));
  assert.deepEqual(
    [{ C: '' }, { A: 1, C: '' }, { B: 1, C: '' }, { A: 1, B: 1, C: '' }].map((value) => valid(value)),
    [true, true, true, false],
  );
});

test('the schema of a datagram accepts fields and values that this release does not have', () => {
  for (const kind of componentKinds) {
    const resource = kinds[kind];
    const valid = ajv.compile(toDatagramSchema(resource));
    const example = toExample(resource.fields as never) as object;
    assert.ok(valid(example), kind);
    assert.ok(valid({ ...example, NewField: {} }), kind);
  }
  const unit = ajv.compile(toDatagramSchema(kinds.unit));
  assert.ok(unit({ SysFan: 7, Setpoint: 9999 }));
  assert.ok(!unit({ SysFan: 'turbo' }));
});
