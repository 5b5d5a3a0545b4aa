import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LocalizedStringDictionary } from '@internationalized/string';
import { setupProblemCodes, toSetupProblem } from '@plenum/insight/setup';
import { statusCodes } from '@plenum/insight/status';
import { type ConsoleRefusalCode, consoleRefusals, toConsoleSentence } from '@plenum/protocol/console';
import { refusalCodes } from '@plenum/protocol/refusal';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { Formatter, type Text } from './formatter.ts';
import { chooseLanguage } from './language.ts';
import { language, locale, setTexts, t } from './text.ts';

const flatten = (catalogue: Readonly<Record<string, Readonly<Record<string, Text>>>>) =>
  new Map(
    Object.entries(catalogue).flatMap(([part, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${part}.${key}`, text] as const),
    ),
  );

/** A text with every fact in it written as its name. */
const facts: Readonly<Record<string, string>> = new Proxy({}, { get: (_, name) => `{${String(name)}}` });
const formatter = { plural: (_: number, forms: { other: string }) => forms.other, number: String };
const sentenceOf = (text: Text) =>
  typeof text === 'string' ? text : text(facts, formatter as unknown as Formatter);
const partsOf = (sentence: string) => (sentence.match(/\{\w+\}|<\/?\w+>/g) ?? []).sort();

describe('a catalogue of texts', () => {
  for (const [name, catalogue] of [
    ['German', german],
    ['Spanish', spanish],
  ] as const)
    it(`has the facts and the elements of each English text in ${name}`, () => {
      const texts = flatten(catalogue);
      for (const [key, text] of flatten(english)) {
        if (key === 'status.label' || key.endsWith('.sentence')) continue;
        const [original, translated] = [sentenceOf(text), sentenceOf(texts.get(key)!)];
        assert.deepEqual([...new Set(partsOf(translated))], [...new Set(partsOf(original))], key);
        assert.ok(translated !== original || !/\p{L}+ \p{L}+ \p{L}+/u.test(original), `${key} is English`);
      }
    });

  it('has each refusal of the cloud, with what it contains, in all three languages', () => {
    const numbers = { least: 10, given: 4, most: 37, rate: 21, seconds: 45, pause: 13, status: 502 };
    const words = { host: '10.0.0.1', range: 'private', paces: '1, 60', why: 'it asked to wait' };
    /** What chooses between sentences of one code. */
    const choices: Readonly<Record<string, readonly object[]>> = {
      'password-weak': ['few-characters', 'common', 'repeated', 'row'].map((weakness) => ({ weakness })),
      'access-missing': ['control', 'manage', 'owner'].map((needed) => ({ needed })),
      'bridge-cannot': ['read', 'write'].map((asked) => ({ asked })),
      'too-many-requests': ['address', 'account'].map((of) => ({ of })),
      'too-many-guesses': [{}, { seconds: 1 }, { seconds: 60 }, { seconds: 700 }],
      'filter-malformed': ['result', 'kind', 'search', 'from', 'to'].map((member) => ({ member })),
      'app-malformed': ['name', 'count', 'uri', 'fragment', 'wildcard', 'credentials', 'host', 'scheme'].map(
        (reason) => ({ reason }),
      ),
    };
    const byBridge = ['InvalidRequest', 'InvalidUser', 'UserNotAllowed', 'Error'];
    const numbersIn = (sentence: string) => (sentence.match(/\d+/g) ?? []).sort();
    for (const code of Object.keys(consoleRefusals) as ConsoleRefusalCode[]) {
      if (byBridge.includes(code)) continue;
      const seen = new Set<string>();
      for (const choice of choices[code] ?? [{}]) {
        const facts = { ...numbers, ...words, ...choice };
        const sentence = toConsoleSentence({ code, path: [], facts });
        assert.ok(!sentence.includes('undefined'), `${code}: ${sentence}`);
        const refusal = { code, sentence, facts };
        assert.equal(english.cloudRefusal.sentence({ refusal }), sentence);
        for (const [language, { cloudRefusal }] of Object.entries({ de: german, es: spanish })) {
          const dictionary = new LocalizedStringDictionary({ [language]: {} }, language);
          const translated = cloudRefusal.sentence({ refusal }, new Formatter(language, dictionary));
          assert.notEqual(translated, sentence, code);
          assert.doesNotMatch(translated, /undefined|object/, code);
          assert.ok(!seen.has(translated), `${code}: ${translated} twice`);
          seen.add(translated);
          const isOne = 'seconds' in choice && choice.seconds !== 700;
          if (!isOne) assert.deepEqual(numbersIn(translated), numbersIn(sentence), `${code}: ${translated}`);
        }
      }
    }
    for (const bridge of ['absent', 'unreachable', 'silent'])
      for (const asked of ['control', 'read', 'write']) {
        const sentence = 'The bridge is not connected.';
        const refusal = { code: 'Error', sentence, facts: { bridge, asked, within: 10 } };
        for (const { cloudRefusal } of [german, spanish]) {
          const translated = cloudRefusal.sentence({ refusal }, formatter as never);
          assert.notEqual(translated, sentence);
          assert.equal(translated.includes('10 s'), bridge === 'silent');
          const isCertain = /nichts|No se hizo nada/.test(translated);
          assert.equal(isCertain, asked !== 'read' && bridge !== 'silent', translated);
        }
      }
    const unheard = { code: 'of-a-later-release', sentence: 'Something new.' };
    for (const { cloudRefusal } of [german, spanish])
      assert.equal(cloudRefusal.sentence({ refusal: unheard }, formatter as never), 'Something new.');
  });

  it('says the same of what does not fit together in an installation', () => {
    const facts = {
      zone: 3,
      count: 4,
      found: 2,
      number: 5,
      area: 60,
      whole: 48,
      favourite: 'Day',
      channel: 'Sun',
    };
    const valuesIn = (sentence: string) => (sentence.match(/\d+(?!²)|Day|Sun/g) ?? []).sort();
    for (const code of setupProblemCodes) {
      const problem = toSetupProblem(code, facts);
      assert.equal(english.installation.sentence({ problem }), problem.sentence);
      for (const { installation } of [german, spanish]) {
        const translated = installation.sentence({ problem }, formatter as unknown as Formatter);
        assert.deepEqual(valuesIn(translated), valuesIn(problem.sentence), code);
        assert.notEqual(translated, problem.sentence, code);
      }
    }
  });

  it('says the same of each status', () => {
    const facts = {
      temperature: 2350,
      setpoint: 2150,
      opening: 35,
      limit: 65,
      fault: 'E05',
      leader: 'Study',
    };
    const write = (wire: number) => `${wire / 100}°`;
    const numbersIn = (sentence: string) => (sentence.match(/[\d.]+°|\d+ %|E05|Study/g) ?? []).sort();
    for (const code of statusCodes)
      for (const part of ['label', 'sentence'] as const) {
        const about = { status: { code, activity: 'cool', facts } as const, write };
        const original = english.status[part](about);
        for (const { status } of [german, spanish]) {
          const translated = status[part](about, formatter as unknown as Formatter);
          assert.deepEqual(numbersIn(translated), numbersIn(original), code);
          assert.notEqual(translated, original, code);
        }
      }
  });

  it('names the same value and limits of each refusal', () => {
    const facts = {
      min: 1500,
      max: 3000,
      step: 50,
      lower: 2150,
      upper: 2200,
      scale: 100,
      unit: '°C',
      why: 'W',
      most: 7,
    };
    const numbersIn = (sentence: string) => (sentence.replaceAll(',', '.').match(/\d+\.\d+/g) ?? []).sort();
    for (const code of refusalCodes) {
      const about = { refusal: { code, path: ['Setpoint'], input: 2155, facts }, degrees: '°F' } as const;
      const original = english.refusal.sentence(about);
      for (const { refusal } of [german, spanish]) {
        const translated = refusal.sentence(about, formatter as unknown as Formatter);
        assert.ok(translated.startsWith('Setpoint: '), code);
        assert.deepEqual(numbersIn(translated), numbersIn(original), code);
        assert.ok(code === 'wrong-file' || translated !== original, code);
      }
    }
  });

  it('is chosen by the reader, then by the first language of the browser that we have, then it is English', () => {
    for (const [chosen, preferred, language, locale] of [
      ['auto', ['de-CH', 'en'], 'de', 'de-CH'],
      ['auto', ['fr-FR', 'es-MX', 'en'], 'es', 'es-MX'],
      ['auto', ['EN-au'], 'en', 'EN-au'],
      ['auto', ['ja'], 'en', 'en'],
      ['auto', [], 'en', 'en'],
      ['auto', ['en-US@posix', 'C', ''], 'en', 'en'],
      ['de', ['en-GB'], 'de', 'de'],
      ['de', ['en-GB', 'de-AT'], 'de', 'de-AT'],
      ['constructor', ['es'], 'es', 'es'],
    ] as const)
      assert.deepEqual(chooseLanguage(chosen, preferred), { language, locale });
  });

  it('chooses the form of a plural and writes numbers as its language does', () => {
    const format = new Formatter('de', { getStringForLocale: () => '' } as never);
    const roomsOf = (count: number) =>
      format.plural(count, { one: 'ein Raum', other: `${format.number(count)} Räume` });
    assert.deepEqual([1, 0, 1234].map(roomsOf), ['ein Raum', '0 Räume', '1.234 Räume']);
  });

  it('is the one that the page has set', () => {
    setTexts('de', german, 'de-CH');
    assert.deepEqual([t('app.reload'), language(), locale()], ['Neu laden', 'de', 'de-CH']);
    setTexts('en', english, 'en-GB');
    assert.equal(t('app.reload'), 'Reload');
  });
});
