import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { overrides } from '@plenum/protocol/simulation';
import { setLanguage } from './catalogue.fixture.ts';
import { defined } from './defined.ts';

describe('the texts of the definitions', () => {
  afterEach(() => setLanguage('en'));

  it('texts of commands use the infinitive in every language', () => {
    const summaries = [...catalogue.values(), ...overrides.values()]
      .map(({ summary }) => summary)
      .filter((summary) => !/^(The|An?|Somebody) /.test(summary));
    assert.ok(summaries.length > 200);
    const beginsWith = (language: string, form: RegExp) => {
      setLanguage(language);
      return summaries.map(defined).filter((text) => form.test(text));
    };
    assert.deepEqual(beginsWith('es', /^\S*([^aei]r|[^r]) /), []);
    // A German verb in the present tense, such as "Schaltet".
    assert.deepEqual(beginsWith('de', /^(?!Mit |Zeit )\S+t /), []);
  });

  it('omits wire values from texts of definitions, and falls back to English', () => {
    setLanguage('de');
    assert.equal(defined('sleep timer; 0 = off'), 'Ausschalttimer');
    assert.equal(defined('something new; 0 = none'), 'something new; 0 = none');
  });
});
