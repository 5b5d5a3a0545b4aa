import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, checkCommand, toCatalogue } from '@plenum/protocol/command';
import { commandsOf } from '@plenum/protocol/definition';
import { toCommandSchema, toHelp } from '@plenum/protocol/derive';
import { index, percent } from '@plenum/protocol/field';
import { toSentence } from '@plenum/protocol/refusal';
import { zone } from '@plenum/protocol/zone';
import { contracts } from './contracts.ts';
import { toOpenApi } from './to-openapi.ts';
import { toReference } from './to-reference.ts';

const { record } = commandsOf(zone, { group: 'zone', over: ['local', 'cloud'], section: '4.4 Zone' });

/** The only definition needed to add a command. */
const zonePurge = record('ZonePurge', {
  summary: 'Blow out the air of a zone once.',
  isAddition: true,
  body: { Index: index('zone', { count: 14 }), Opening: percent('opening of its damper', { step: 10 }) },
  effect: 'later',
});

const more = toCatalogue([...catalogue.values(), zonePurge]);

test('an added command is checked, and its refusals use the reader’s units', () => {
  const body = { ZonePurge: { Index: 2, Opening: 50 } };
  assert.deepEqual(checkCommand(body, more), {
    ok: true,
    value: { name: 'ZonePurge', body: body.ZonePurge },
  });
  const refused = checkCommand({ ZonePurge: { Index: 2, Opening: 55 } }, more);
  assert.ok(!refused.ok);
  assert.equal(
    toSentence(refused.refusal),
    'ZonePurge.Opening: 55 % is not a multiple of 10 %. Use 50 or 60.',
  );
  assert.ok(!checkCommand(body).ok);
});

test('an added command appears in the JSON Schema', () => {
  const ZonePurge = toCommandSchema(more.get('ZonePurge')!) as { properties: Record<string, object> };
  assert.deepEqual(Object.keys(ZonePurge.properties), ['ZonePurge']);
});

test('an added command appears in the OpenAPI file with its schema, its path and an example', () => {
  const { components, paths } = toOpenApi(more) as {
    components: { schemas: object };
    paths: Record<string, { post: { requestBody: { content: Record<string, Record<string, object>> } } }>;
  };
  assert.ok('ZonePurgeCommand' in components.schemas);
  const body = paths['/HvacCommandV2']!.post.requestBody.content['application/json']!;
  assert.match(JSON.stringify(body.schema), /#\/components\/schemas\/ZonePurgeCommand"/);
  assert.deepEqual((body.examples as Record<string, object>).ZonePurge, {
    value: { ZonePurge: { Index: 1, Opening: 50 } },
  });
});

test('an added command appears in the reference', () => {
  const manual = toReference(more);
  assert.match(manual, new RegExp(`\\n${catalogue.size + 1} commands\\.`));
  assert.match(manual, /\n#### ZonePurge\n\nBlow out the air of a zone once\./);
  assert.match(manual, /\n- Available: local and cloud; not part of the interface\n/);
  assert.match(manual, /ZonePurge\.Opening: 49 % is not a multiple of 10 %. Use 40 or 50\./);
});

test('an added command appears in the help of the command line', () => {
  const help = toHelp(more).find(({ name }) => name === 'ZonePurge')!;
  assert.equal(help.usage, 'ZonePurge Index=INDEX Opening=PERCENT');
  assert.deepEqual(help.example, { ZonePurge: { Index: 1, Opening: 50 } });
});

test('an added command appears in every contract that lists commands', () => {
  for (const name of ['local.openapi.json', 'cloud.openapi.json']) {
    assert.match(contracts[name]!(more), /ZonePurge/, name);
    assert.doesNotMatch(contracts[name]!(catalogue), /ZonePurge/, name);
  }
});

test('an added local-only command does not appear in the cloud contract', () => {
  const local = toCatalogue([...catalogue.values(), { ...zonePurge, over: ['local'] }]);
  assert.doesNotMatch(contracts['cloud.openapi.json']!(local), /ZonePurge/);
});
