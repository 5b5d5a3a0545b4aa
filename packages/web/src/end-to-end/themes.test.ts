import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const packages = join(import.meta.dirname, '../../..');

it('the themes differ only in colours, which every style sheet selects by light-dark()', () => {
  const sheets = globSync(['*/src/**/*.css'], { cwd: packages });
  assert.ok(sheets.length > 20);
  const content = sheets.map((path) => readFileSync(join(packages, path), 'utf8'));
  assert.ok(content.some((text) => text.includes('light-dark(')));
  const choice = /:root\[data-theme="(light|dark)"\] \{\s*color-scheme: \1;\s*\}/g;
  for (const [place, text] of content.entries())
    assert.doesNotMatch(
      text.replaceAll(choice, ''),
      /prefers-color-scheme|data-theme/,
      String(sheets[place]),
    );
});
