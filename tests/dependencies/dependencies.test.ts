import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { documentPath, readDependencies, toDocument } from './document.ts';
import { reasons } from './reasons.ts';

describe('the direct dependencies', () => {
  const dependencies = readDependencies();

  it('have a reason each, and no reason is left of one that was removed', () => {
    assert.deepEqual(
      Object.keys(reasons).sort(),
      dependencies.map(({ name }) => name),
    );
  });

  it('have one exact version each in all manifests', () => {
    for (const { name, version } of dependencies) assert.match(version, /^\d+\.\d+\.\d+$/, name);
  });

  it('are listed in docs/dependencies.md', () => {
    assert.equal(readFileSync(documentPath, 'utf8'), toDocument(dependencies));
  });
});
