import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setupProblemCodes, toSetupProblem } from '@plenum/insight/setup';
import { statusCodes } from '@plenum/insight/status';
import { type ConsoleRefusalCode, consoleRefusals, toConsoleSentence } from '@plenum/protocol/console';
import { refusalCodes } from '@plenum/protocol/refusal';
import { checkCatalogue, writeParameters } from '../build/check-catalogue.ts';
import { type Catalogue, flattenCatalogue } from '../build/compile-catalogue.ts';
import { languages, readCatalogue } from '../build/read-catalogue.ts';
import { describeStatus } from '../reading/house/status.ts';
import { setLanguage, toTexts } from './catalogue.fixture.ts';
import { chooseLanguage } from './choose-language.ts';
import { describeCloudRefusal } from './cloud-refusal-text.ts';
import { choices } from './definition-sources.ts';
import { describeRefusal } from './refusal-text.ts';
import { language, locale, setTexts, t, translate } from './text.ts';

const english = readCatalogue('en');
const others = languages.filter((each) => each !== 'en');

/** Calls a function in each language except English. */
const inOthers = <T>(read: () => T): readonly T[] =>
  others.map((each) => {
    setLanguage(each);
    return read();
  });

const inEnglish = <T>(read: () => T): T => {
  setLanguage('en');
  return read();
};

describe('a catalogue of texts', () => {
  afterEach(() => setLanguage('en'));

  it('every language has all texts, with the parameters and elements of English', () => {
    assert.deepEqual(others, ['de', 'es']);
    for (const each of languages) assert.deepEqual(checkCatalogue(each, readCatalogue(each), english), []);
  });

  it('no language contains an English sentence', () => {
    const originals = flattenCatalogue(english);
    for (const each of others)
      for (const [key, text] of flattenCatalogue(readCatalogue(each)))
        assert.ok(text !== originals.get(key) || !/\p{L}+ \p{L}+ \p{L}+/u.test(text), `${each}: ${key}`);
  });

  it('refuses a catalogue with a missing or unknown key, parameter, element or plural form', () => {
    const small: Catalogue = { page: { title: 'Page', rooms: '{count} of {all}', see: '<a>See</a>' } };
    const plural: Catalogue = { page: { rooms: '{count, plural, one {a room} other {{count} rooms}}' } };
    const problemsOf = (catalogue: Catalogue, of: Catalogue, each = 'en') =>
      checkCatalogue(each, catalogue, of);
    assert.deepEqual(problemsOf({ page: { title: 'Seite', rooms: '{count} of {most}', more: '{' } }, small), [
      'page.see is missing: "<a>See</a>"',
      'page.more is not a text of the pages',
      'page.rooms lacks {all}',
      'page.rooms has {most}, which English does not',
    ]);
    assert.match(
      problemsOf({ page: { ...(plural.page as Catalogue), rooms: '{count' } }, plural)[0]!,
      /^page.rooms is not an ICU message/,
    );
    const see = { page: { ...(small.page as Catalogue), see: 'See' } };
    assert.deepEqual(problemsOf(see, small), ['page.see has the elements nothing, in English </a>, <a>']);
    const polish = checkCatalogue('pl', plural, plural).filter((problem) => problem.startsWith('page.'));
    assert.deepEqual(polish, [
      'page.rooms lacks the plural form "many"',
      'page.rooms lacks the plural form "few"',
    ]);
  });

  it('generates the type of each text parameter', () => {
    const page = {
      plain: 'Page',
      one: '{name}',
      two: '{count, plural, other {{count} {name}}} {all, number}',
      three: '{isOn, select, true {on} other {off}} {mode, select, cool {cool} other {heat}}',
    };
    const [, body] = writeParameters({ page }).split('interface Parameters ');
    assert.equal(
      body,
      `{
  'page.one': { readonly name: string | number };
  'page.two': { readonly all: number; readonly count: number; readonly name: string | number };
  'page.three': { readonly isOn: boolean; readonly mode: string };
}
`,
    );
  });

  it('a new language needs only one new file', async () => {
    const pirate = (texts: Catalogue): Catalogue =>
      Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [
          key,
          typeof text === 'string' ? `Arr, ${text}` : pirate(text),
        ]),
      );
    const catalogue = pirate(english);
    const problems = checkCatalogue('arr', catalogue, english);
    assert.ok(
      problems.every((problem) =>
        /^(defined|enumeration|explain\w+|status\w+|setupProblem|cloudRefusal|refusal|subject|reason)\..* is missing: "/.test(
          problem,
        ),
      ),
    );
    assert.deepEqual(chooseLanguage([...languages, 'arr'], 'arr', ['en']), {
      language: 'arr',
      locale: 'arr',
    });
    setTexts('arr', await toTexts(catalogue), 'en-GB');
    assert.deepEqual(
      [t('garden.days', { days: 1 }), t('garden.days', { days: 2 })],
      ['Arr, 1 day', 'Arr, 2 days'],
    );
    assert.equal(translate('statusLabel', 'off'), undefined);
    assert.equal(describeStatus({ code: 'off', activity: 'off', facts: {} }, 'C').label, 'Off');
  });

  it('every cloud refusal is translated with its parameters', () => {
    const numbers = { least: 10, given: 4, most: 37, rate: 21, seconds: 45, pause: 13, status: 502 };
    const words = {
      host: '10.0.0.1',
      range: 'private',
      paces: '1, 60',
      why: 'W',
      reason: 'push-waits',
      scopes: 'a, b',
      now: '2026-01-05',
      until: '2100-01-01',
      testUserId: 'u',
      systemId: '123456789',
    };
    const byBridge = ['InvalidRequest', 'InvalidUser', 'UserNotAllowed', 'Error'];
    const numbersIn = (sentence: string) => (sentence.match(/\d+/g) ?? []).sort();
    for (const code of Object.keys(consoleRefusals) as ConsoleRefusalCode[]) {
      if (byBridge.includes(code)) continue;
      const chosen = Object.entries(choices[code] ?? {}).flatMap(([name, values]) =>
        values.map((value) => ({ [name]: value })),
      );
      const durations = [{}, { seconds: 1 }, { seconds: 60 }, { seconds: 700 }];
      const seen = new Set<string>();
      for (const choice of code === 'too-many-guesses' ? durations : chosen.length > 0 ? chosen : [{}]) {
        const facts = { ...numbers, ...words, ...choice };
        const sentence = toConsoleSentence({ code, path: [], facts });
        assert.ok(!sentence.includes('undefined'), `${code}: ${sentence}`);
        const describe = () => describeCloudRefusal({ code, sentence, facts });
        assert.equal(inEnglish(describe), sentence);
        for (const translated of inOthers(describe)) {
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
        const facts = { bridge, asked, within: 10 };
        for (const translated of inOthers(() => describeCloudRefusal({ code: 'Error', sentence, facts }))) {
          assert.notEqual(translated, sentence);
          assert.equal(translated.includes('10 s'), bridge === 'silent');
          const isCertain = /nichts|No se hizo nada/.test(translated);
          assert.equal(isCertain, asked !== 'read' && bridge !== 'silent', translated);
        }
      }
    const ofLaterRelease = { code: 'of-a-later-release', sentence: 'Something new.' };
    for (const kept of inOthers(() => describeCloudRefusal(ofLaterRelease)))
      assert.equal(kept, 'Something new.');
  });

  it('translated setup problems contain the same zones, counts and favourites', () => {
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
    const valuesIn = (sentence = '') => (sentence.match(/\d+(?!²)|Day|Sun/g) ?? []).sort();
    for (const code of setupProblemCodes) {
      const { sentence } = toSetupProblem(code, facts);
      for (const translated of inOthers(() => translate('setupProblem', code, facts))) {
        assert.deepEqual(valuesIn(translated), valuesIn(sentence), code);
        assert.notEqual(translated, sentence, code);
      }
    }
  });

  it('every status is translated with the same values', () => {
    const facts = {
      temperature: 2350,
      setpoint: 2150,
      opening: 35,
      limit: 65,
      fault: 'E05',
      leader: 'Study',
    };
    const numbersIn = (sentence: string) =>
      (sentence.replaceAll(',', '.').match(/[\d.]+°|\d+ %|E05|Study/g) ?? []).sort();
    for (const code of statusCodes)
      for (const temperature of [2350, 2150])
        for (const part of ['label', 'sentence'] as const) {
          const describe = () =>
            describeStatus({ code, activity: 'cool', facts: { ...facts, temperature } }, 'C')[part];
          const original = inEnglish(describe);
          for (const translated of inOthers(describe)) {
            if (temperature !== facts.setpoint)
              assert.deepEqual(numbersIn(translated), numbersIn(original), code);
            assert.doesNotMatch(translated, /undefined/, code);
            assert.notEqual(translated, original, code);
          }
        }
  });

  it('every translated refusal contains the same value and limits', () => {
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
      const describe = () => describeRefusal({ code, path: ['Setpoint'], input: 2155, facts }, '°F');
      const original = inEnglish(describe);
      for (const translated of inOthers(describe)) {
        assert.ok(translated.startsWith('Setpoint: '), code);
        assert.deepEqual(numbersIn(translated), numbersIn(original), code);
        assert.ok(code === 'wrong-file' || translated !== original, code);
      }
    }
  });

  it('takes the reader’s language, else the browser’s first available, else English', () => {
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
      assert.deepEqual(chooseLanguage(languages, chosen, preferred), { language, locale });
  });

  it('texts use the plural forms and number format of their language', async () => {
    const rooms = '{count, plural, one {ein Raum} other {# Räume}}';
    setTexts('de', await toTexts({ page: { rooms } }));
    const roomsOf = (count: number) => translate('page', 'rooms', { count });
    assert.deepEqual([1, 0, 1234].map(roomsOf), ['ein Raum', '0 Räume', '1.234 Räume']);
  });

  it('preserves elements, backslashes, braces and empty cases in a text', async () => {
    const texts = {
      end: '{until, select, never {} other { until {until}}}',
      path: "<b>C:\\x</b> '{'OK'}' `it's` $",
    };
    setTexts('en', await toTexts({ page: texts }));
    const untilOf = (until: string) => translate('page', 'end', { until });
    assert.deepEqual(['never', 'noon', 'constructor'].map(untilOf), [
      '',
      ' until noon',
      ' until constructor',
    ]);
    assert.equal(translate('page', 'path'), "<b>C:\\x</b> {OK} `it's` $");
  });

  it('texts are in the current language of the page', () => {
    setLanguage('de', 'de-CH');
    assert.deepEqual([t('app.reload'), language(), locale()], ['Neu laden', 'de', 'de-CH']);
    setLanguage('en', 'en-GB');
    assert.equal(t('app.reload'), 'Reload');
  });
});
