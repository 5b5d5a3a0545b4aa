import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');

/** The Compose Specification as JSON Schema (Apache-2.0), taken from the npm package `dclint` 3.1.0. */
const { $schema: _, ...schema } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'compose.schema.json'), 'utf8'),
);

it('compose.yaml conforms to the Compose Specification, whose schema refuses misspelt keys', () => {
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8');
  assert.ok(validate(parse(text, { merge: true })), JSON.stringify(validate.errors));
  assert.ok(!validate(parse(text.replace('healthcheck:', 'healthchek:'), { merge: true })));
});
