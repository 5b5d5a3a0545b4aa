import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { refuse } from '@plenum/protocol/refusal';
import { setLanguage } from './catalogue.fixture.ts';
import { findReason, reasons } from './refusal-reasons.ts';
import { describeRefusal } from './refusal-text.ts';

const root = new URL('../../../', import.meta.url);
/** Where refusals come from that a page can show; house and dialect files are read by the command line. */
const sources = ['simulator', 'bridge', 'protocol']
  .flatMap((name) => globSync(`${name}/src/**/*.ts`, { cwd: root }))
  .filter(
    (path) =>
      !/test\.ts$|fixture|house-file|dialect-file|quirks|client-error|guard|attached|examples/.test(path),
  );

const literal = /'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;
/** Where the words of a refusal stand in a source. */
const places = [
  /\b(?:why|what)(?::| =) (?:'[^'\n]*'|`[^`\n]*`)/g,
  /\b(?:notAvailable|refuseVain|refuseSetting|refuseDisabled|needs|hasNo)\((?:[^;]|\n)*?(?:\)|;)/g,
];
/** Made of parts that the source chooses between; the test below has the whole ones. */
const inParts =
  /^(?:no split follows |VRF unit 77 7, and )|^(?:dims|is\w+|[A-Z][a-z]+[A-Z]\w*|Setpoint|SwitchType)$/;

const wordsIn = (text: string): string[] =>
  places.flatMap((place) =>
    (text.match(place) ?? []).flatMap((found) =>
      (found.match(literal) ?? []).map((quoted) => quoted.slice(1, -1).replace(/\$\{[^}]*\}+/g, '7')),
    ),
  );

describe('the reasons of a refusal', () => {
  it('are known for all that a bridge says', () => {
    const unknown = sources.flatMap((path) =>
      wordsIn(readFileSync(new URL(path, root), 'utf8'))
        .filter((text) => / [a-z]|[a-z] /.test(text) && !inParts.test(text) && findReason(text) === undefined)
        .map((text) => `${path}: ${text}`),
    );
    assert.deepEqual(unknown, []);
    assert.ok(sources.length > 100);
  });

  it('are each written in German and Spanish, with the same numbers and names', () => {
    const write = (language: string, why: string) => {
      setLanguage(language);
      return describeRefusal(refuse('without-effect', { facts: { why } }).refusal);
    };
    for (const reason of reasons) {
      let count = 10;
      const why = reason.replace(/\{(\w+)\}/g, (_, name: string) =>
        name === 'word' ? 'cool' : name === 'words' ? 'low, high' : `${++count}`,
      );
      assert.equal(findReason(why)?.reason, reason, `${reason} is caught by one before it`);
      const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).sort();
      for (const language of ['de', 'es']) {
        const written = write(language, why);
        assert.deepEqual(numbersIn(written), numbersIn(write('en', why)), written);
        assert.doesNotMatch(written, /\{|undefined|\bcool\b|\blow\b/, written);
        if (!/^(iSave|Apple Home|NoOfZones .*)$/.test(why)) assert.ok(!written.includes(why), written);
      }
    }
  });

  it('are the words of the device where nobody knows them', () => {
    setLanguage('de');
    const { refusal } = refuse('refused-behind', { facts: { why: 'E_BUSY 17' } });
    assert.equal(describeRefusal(refusal), 'Die echte Bridge hat abgelehnt: E_BUSY 17.');
  });
});
