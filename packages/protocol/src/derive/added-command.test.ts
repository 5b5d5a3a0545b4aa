import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, toCatalogue } from '../command/catalogue.ts';
import { checkCommand } from '../command/check-command.ts';
import { commandsOf } from '../command/command.ts';
import { index, percent } from '../field/make.ts';
import { toSentence } from '../refusal/refusal.ts';
import { contracts } from './contracts.ts';
import { toHelp } from './to-help.ts';
import { toJsonSchema } from './to-json-schema.ts';
import { toOpenApi } from './to-openapi.ts';

const { record } = commandsOf({ subsystem: 'ac', group: 'zone', over: ['local', 'cloud'], section: 'ours' });

/** The one definition that adds a 54th command. */
const zoneBlind = record('ZoneBlind', {
  summary: 'Lower the blind of a zone.',
  body: { Index: index('zone', { count: 14 }), Lowered: percent('how far it is lowered', { step: 10 }) },
});

const more = toCatalogue([...catalogue.values(), zoneBlind]);

test('a 54th command is checked, and refused in the reader’s units', () => {
  const body = { ZoneBlind: { Index: 2, Lowered: 50 } };
  assert.deepEqual(checkCommand(body, more), {
    ok: true,
    value: { name: 'ZoneBlind', body: body.ZoneBlind },
  });
  const refused = checkCommand({ ZoneBlind: { Index: 2, Lowered: 55 } }, more);
  assert.ok(!refused.ok);
  assert.equal(
    toSentence(refused.refusal),
    'ZoneBlind.Lowered: 55 % is not a step of 10 %; nearest 50 or 60.',
  );
  assert.ok(!checkCommand(body).ok);
});

test('it is in the JSON Schema', () => {
  const { ZoneBlind } = toJsonSchema(more) as Record<string, { properties: Record<string, object> }>;
  assert.deepEqual(Object.keys(ZoneBlind!.properties), ['ZoneBlind']);
});

test('it is in the OpenAPI file: its schema, its path and an example', () => {
  const { components, paths } = toOpenApi(more) as {
    components: { schemas: object };
    paths: Record<string, { post: { requestBody: { content: Record<string, Record<string, object>> } } }>;
  };
  assert.ok('ZoneBlindCommand' in components.schemas);
  const body = paths['/HvacCommandV2']!.post.requestBody.content['application/json']!;
  assert.match(JSON.stringify(body.schema), /#\/components\/schemas\/ZoneBlindCommand"/);
  assert.deepEqual((body.examples as Record<string, object>).ZoneBlind, {
    value: { ZoneBlind: { Index: 1, Lowered: 50 } },
  });
});

test('it is in the manual', () => {
  const manual = contracts['reference.md']!(more);
  assert.match(manual, /\n54 commands\./);
  assert.match(manual, /\n#### ZoneBlind\n\nLower the blind of a zone\./);
  assert.match(manual, /ZoneBlind\.Lowered: 49 % is not a step of 10 %; nearest 40 or 50\./);
});

test('it is in the help of the command line', () => {
  const help = toHelp(more).find(({ name }) => name === 'ZoneBlind')!;
  assert.equal(help.usage, 'ZoneBlind Index=INDEX Lowered=PERCENT');
  assert.deepEqual(help.example, { ZoneBlind: { Index: 1, Lowered: 50 } });
});

test('every contract that names commands speaks of it', () => {
  for (const name of ['local.openapi.json', 'cloud.openapi.json', 'reference.md']) {
    assert.match(contracts[name]!(more), /ZoneBlind/, name);
    assert.doesNotMatch(contracts[name]!(catalogue), /ZoneBlind/, name);
  }
});

test('the cloud contract leaves out a command of the local network', () => {
  const local = toCatalogue([...catalogue.values(), { ...zoneBlind, over: ['local'] }]);
  assert.doesNotMatch(contracts['cloud.openapi.json']!(local), /ZoneBlind/);
});
