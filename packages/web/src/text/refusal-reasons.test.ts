import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { enumerations } from '@plenum/protocol/field';
import {
  enumerationOfFact,
  type RefusalFacts,
  reasons,
  reasonText,
  subjects,
  subjectText,
} from '@plenum/protocol/refusal';
import { setLanguage } from './catalogue.fixture.ts';
import { reasonTexts as german } from './de/reasons.ts';
import { reasonTexts as spanish } from './es/reasons.ts';
import { reasonWriter } from './refusal-reasons.ts';

/** What is written alike in every language: names, and the words of another machine. */
const isWritten = /^(\{\w+\} ?)+$/;
const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

/** A value for each fact of a text: a number, or the labels of its enumeration. */
const toFacts = (text: string): RefusalFacts =>
  Object.fromEntries(
    namesIn(text).map((placeholder, place) => {
      const name = placeholder.slice(1, -1);
      if (!Object.hasOwn(enumerationOfFact, name)) return [name, 10 + place];
      const labels = Object.keys(enumerations[enumerationOfFact[name as 'unitMode']].values);
      return [name, name.endsWith('s') ? labels : labels[0]!];
    }),
  );

describe('the subjects and reasons of refusals', () => {
  afterEach(() => setLanguage('en'));

  for (const [language, texts] of Object.entries({ de: german, es: spanish })) {
    const writer = reasonWriter(texts);

    it(`are all written in ${language}, with the same numbers and names`, () => {
      setLanguage(language);
      const table = [
        ...Object.entries(subjects).map(([what, text]) => {
          const facts = { ...toFacts(text), what };
          return { text, english: subjectText(facts), translated: writer.subject(facts) };
        }),
        ...Object.entries(reasons).map(([reason, text]) => {
          const facts = { ...toFacts(text), reason };
          return { text, english: reasonText(facts), translated: writer.reason(facts) };
        }),
      ];
      const figuresIn = (text: string) => (text.match(/\d+|[A-Z][a-z]+[A-Z]\w+/g) ?? []).sort();
      for (const { text, english, translated } of table) {
        for (const each of [english, translated]) assert.doesNotMatch(each, /[{}]|undefined|\[object/, text);
        assert.deepEqual(figuresIn(translated), figuresIn(english), text);
        if (!isWritten.test(text)) assert.notEqual(translated, english, text);
      }
    });

    it(`have the same facts in ${language}`, () => {
      for (const part of ['subjects', 'reasons'] as const)
        for (const [code, text] of Object.entries({ subjects, reasons }[part]))
          assert.deepEqual(namesIn((texts[part] as Record<string, string>)[code]!), namesIn(text), code);
    });
  }

  it('name modes, fans, types and swings in the words of the page', () => {
    setLanguage('de');
    const { subject, reason } = reasonWriter(german);
    assert.equal(subject({ what: 'unit-fan', unitFan: 'top' }), 'Lüfter höchste');
    const modes = { zoneType: 'open/close', zoneModes: ['open', 'close'] };
    assert.equal(
      reason({ reason: 'zone-has-modes', zone: 2, ...modes }),
      'Zone 2 (Art auf/zu) hat offen, zu',
    );
    assert.equal(
      reason({ reason: 'vrf-has-swings', unit: 3, swings: ['none', 'vertical'] }),
      'das VRF-Gerät 3 hat keine, senkrecht',
    );
  });

  it('repeat the words of another machine as they are', () => {
    const { reason } = reasonWriter(spanish);
    assert.equal(reason({ reason: 'told', told: 'E_BUSY 17' }), 'E_BUSY 17');
  });
});
