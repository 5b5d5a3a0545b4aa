import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { enumerations } from '@plenum/protocol/field';
import {
  enumerationOfFact,
  type Reason,
  type RefusalFacts,
  reasons,
  reasonText,
  refuse,
  type Subject,
  subjects,
  subjectText,
} from '@plenum/protocol/refusal';
import { setLanguage } from './catalogue.fixture.ts';
import { describeReason, describeRefusal, nameComponents } from './refusal-text.ts';

/** Matches texts that are the same in every language: names, and text from another machine. */
const isWritten = /^(\{\w+\} ?)+$/;
const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

/** Returns a value for each fact in a text: a number, or the labels of its enumeration. */
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
  afterEach(() => {
    setLanguage('en');
    nameComponents(() => undefined);
  });

  it('names rooms and lamps instead of their numbers, in every language', () => {
    setLanguage('en');
    const sentence = (facts: { zone: number }) =>
      describeRefusal(
        refuse('not-available', {
          facts: { what: 'calibration', ...facts, reason: 'no-sensor' } as Subject & Reason,
        }).refusal,
      );
    const english = 'Calibrating the sensor is not available: zone';
    assert.equal(sentence({ zone: 3 }), `${english} 3 has no temperature sensor.`);
    nameComponents((kind, index) => (kind === 'zone' && index === 3 ? 'Study' : undefined));
    assert.equal(sentence({ zone: 3 }), `${english} Study has no temperature sensor.`);
    assert.equal(sentence({ zone: 4 }), `${english} 4 has no temperature sensor.`);
    setLanguage('de');
    assert.match(sentence({ zone: 3 }), /Zone Study /);
  });

  for (const language of ['de', 'es'])
    it(`translates all subjects and reasons of refusals to ${language} with the same numbers and names`, () => {
      setLanguage(language);
      const figuresIn = (text: string) => (text.match(/\d+|[A-Z][a-z]+[A-Z]\w+/g) ?? []).sort();
      const table = [
        ...Object.entries(subjects).map(([what, text]) => {
          const facts = { ...toFacts(text), what };
          return { text, english: subjectText(facts), translated: describeReason(facts).what! };
        }),
        ...Object.entries(reasons).map(([reason, text]) => {
          const facts = { ...toFacts(text), reason };
          return { text, english: reasonText(facts), translated: describeReason(facts).reason! };
        }),
      ];
      for (const { text, english, translated } of table) {
        for (const each of [english, translated]) assert.doesNotMatch(each, /[{}]|undefined|\[object/, text);
        assert.deepEqual(figuresIn(translated), figuresIn(english), text);
        if (!isWritten.test(text)) assert.notEqual(translated, english, text);
      }
    });

  it('the reasons of refusals use the words of the page for modes, fans, types and swings', () => {
    setLanguage('de');
    assert.equal(describeReason({ what: 'unit-fan', unitFan: 'top' }).what, 'Lüfter höchste');
    assert.equal(
      describeReason({
        reason: 'zone-has-modes',
        zone: 2,
        zoneType: 'open/close',
        zoneModes: ['open', 'close'],
      }).reason,
      'Zone 2 (Art auf/zu) hat offen, zu',
    );
    assert.equal(
      describeReason({ reason: 'vrf-has-swings', unit: 3, swings: ['none', 'vertical'] }).reason,
      'das VRF-Gerät 3 hat keine, senkrecht',
    );
  });

  it('the reasons of refusals repeat text from another machine unchanged', () => {
    setLanguage('es');
    assert.equal(describeReason({ reason: 'told', told: 'E_BUSY 17' }).reason, 'E_BUSY 17');
  });
});
