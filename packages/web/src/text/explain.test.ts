import assert from 'node:assert/strict';
import { it } from 'node:test';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

const figuresIn = (words: string): readonly string[] => (words.match(/\{\w+\}/g) ?? []).sort();

it('an explanation has the same figures in every language', () => {
  for (const part of ['explainStep', 'explainChange'] as const)
    for (const [code, words] of Object.entries(english[part]))
      for (const other of [german, spanish]) {
        const translated = (other[part] as Readonly<Record<string, string>>)[code]!;
        assert.deepEqual(figuresIn(translated), figuresIn(words), `${code}: ${translated}`);
      }
});
