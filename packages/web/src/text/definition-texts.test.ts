import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { kinds } from '@plenum/protocol/component';
import { type Field, factsOf } from '@plenum/protocol/field';
import { quirks } from '@plenum/protocol/quirks';
import { overrides } from '@plenum/protocol/simulation';
import { definitionTexts as german } from './de/definition-texts.ts';
import { toDefinitionText } from './definition-texts.ts';
import { definitionTexts as spanish } from './es/definition-texts.ts';

/** Names of the wire and symbols of units, which are the same in every language. */
const isName = (text: string): boolean =>
  /^(%|K|L\/s|V|W|d|gCO2?e\/kWh|h|kPa|kW|m\/s|min|mm\/h|ms|m²|pp[bm]|s|°C)$/.test(text) ||
  /^(SysType|nul|ff|latin1|iSense|C(?:L5|GPO|GDO|BLD|DM|ACR|ACRGD|ACRTC|GPOTC|VFC|VFCGD|ACDSW|VFCTC)|)$/.test(
    text,
  );

interface Container {
  readonly properties?: Readonly<Record<string, Field>>;
  readonly items?: Field;
  readonly enum?: readonly unknown[];
}

/** What the definition of a field shows to a person: labels, nouns, what is expected, and words to choose from. */
const textsOf = (field: Field): string[] => {
  const { noun, expected, unit } = factsOf(field);
  const { properties = {}, items, enum: words = [] } = field as Container;
  const [label = ''] = field.description.split(';');
  return [
    /^[01] /.test(label) ? label.replace(/^1 ([^,]+).*$/, '$1') : label,
    ...[noun, expected, unit].filter((text) => text !== undefined),
    ...words.filter((word) => typeof word === 'string'),
    ...[...Object.values(properties), ...(items === undefined ? [] : [items])].flatMap(textsOf),
  ];
};

const isField = (body: unknown): body is Field => typeof body === 'object' && body !== null;

const all = new Set(
  [
    ...Object.values(kinds).flatMap(({ summary, fields }) => [
      summary,
      ...Object.values((fields as Container).properties ?? {}).flatMap(textsOf),
    ]),
    ...[...catalogue.values()].flatMap(({ summary, body }) => [
      summary,
      ...(isField(body) ? textsOf(body) : []),
    ]),
    ...[...overrides.values()].flatMap(({ summary, body }) => [summary, ...textsOf(body)]),
    ...Object.values(quirks).flatMap(({ summary, value }) => [summary, ...textsOf(value as Field)]),
  ].filter((text) => !isName(text)),
);

describe('the texts of the definitions', () => {
  for (const [language, texts] of Object.entries({ German: german, Spanish: spanish })) {
    it(`are all in ${language}`, () => {
      assert.ok(all.size > 350);
      assert.deepEqual(
        [...all].filter((text) => !Object.hasOwn(texts, text)),
        [],
      );
    });

    it(`are in ${language} only while a definition has them`, () =>
      assert.deepEqual(
        Object.keys(texts).filter((text) => !all.has(text) && !isName(text)),
        [],
      ));
  }

  it('say what a command does in one form in each language, the infinitive', () => {
    const orders = [...catalogue.values(), ...overrides.values()]
      .map(({ summary }) => summary)
      .filter((summary) => !/^(The|An?|Somebody) /.test(summary));
    assert.ok(orders.length > 200);
    const beginsWith = (texts: Readonly<Record<string, string>>, form: RegExp) =>
      orders.map((summary) => texts[summary]!).filter((text) => form.test(text));
    assert.deepEqual(beginsWith(spanish, /^\S*([^aei]r|[^r]) /), []);
    // A verb in the present, as in "Schaltet".
    assert.deepEqual(beginsWith(german, /^(?!Mit |Zeit )\S+t /), []);
  });

  it('leave out what explains the wire, and keep what they do not know', () => {
    const inGerman = toDefinitionText(german);
    assert.equal(inGerman({ text: 'sleep timer; 0 = off' }), 'Ausschalttimer');
    assert.equal(inGerman({ text: 'something new; 0 = none' }), 'something new; 0 = none');
  });
});
