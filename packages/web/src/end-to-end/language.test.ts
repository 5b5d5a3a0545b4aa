import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BridgeProcess, startBridge } from '@plenum/testbed/bridge';
import type { Page } from 'playwright-core';
import { flattenCatalogue } from '../build/compile-catalogue.ts';
import { readCatalogue } from '../build/read-catalogue.ts';
import { definitionSources } from '../text/definition-sources.ts';
import { openPage, settle } from './browser.fixture.ts';
import { prepare } from './prepare.fixture.ts';

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/** Returns the words in a catalogue, without its syntax; for English also the words in the labels of definitions. */
const wordsOf = (language: string): string[] => [
  ...[...flattenCatalogue(readCatalogue(language)).values()].flatMap((text) =>
    wordsIn(text.replace(/\{\w+(, (plural|select),)?|\w+ \{|<\/?\w+>/g, ' ')),
  ),
  ...(language === 'en' ? Object.values(definitionSources.enumeration!).flatMap(wordsIn) : []),
];

/** Returns the words that occur only in English. */
const englishWords = (other: string): Set<string> => {
  const shared = new Set(wordsOf(other));
  return new Set(wordsOf('en').filter((word) => !shared.has(word)));
};

/** Returns the texts of a page: its visible text, and the accessible names of elements without text. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [document.title];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement!;
      if (parent.closest('script, noscript, style, [lang]:not(html)') === null)
        found.push(node.textContent ?? '');
    }
    for (const attribute of ['aria-label', 'title', 'placeholder'])
      for (const one of document.querySelectorAll(`[${attribute}]`)) found.push(one.getAttribute(attribute)!);
    return found;
  });

/** Returns elements whose text does not fit, or that extend beyond the page. */
const readOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (one: Element | null): boolean =>
      one !== null && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    const isCut = (one: Element) => {
      if (one.closest('svg, .hidden, .uplot') !== null || scrolls(one)) return false;
      // A name that a person has chosen may end in dots.
      if (getComputedStyle(one).textOverflow === 'ellipsis') return false;
      return one.getBoundingClientRect().right > width + 1 || one.scrollWidth > one.clientWidth + 1;
    };
    const parts = 'h1, h2, h3, p, label, button, a, dt, dd, .field__label, [role="radio"], .badge';
    return [...document.querySelectorAll(parts)]
      .filter((one) => one.clientWidth > 1 && isCut(one))
      .map((one) => `${one.className}: ${one.textContent}`);
  });

describe('the language of a page', () => {
  const stack = new AsyncDisposableStack();
  let bridge: BridgeProcess;
  let names: Set<string>;

  before(async () => {
    bridge = stack.use(await startBridge());
    await prepare(bridge, 1);
    await bridge.post('/simulation/ClockPause', 1);
    const events = await fetch(`${bridge.url}/events`);
    const reader = events.body!.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    const given = new TextDecoder().decode(value).match(/"(?:Name|Name\d|Tag\d|Warnings)":"[^"]*"/g) ?? [];
    // Costs have the code of their currency, which is the same in each language.
    names = new Set(['aud', ...given.flatMap((one) => wordsIn(one.slice(one.indexOf(':'))))]);
  });

  after(() => stack.disposeAsync());

  it("shows a page in the browser's or the chosen language, and loads only its texts", async () => {
    await using opened = await openPage('about:blank', { locale: 'de-CH' });
    const { page } = opened;
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const [, language] = /\/assets\/(en|de|es)-[^/]*\.js$/.exec(new URL(request.url()).pathname) ?? [];
      if (language !== undefined) loaded.add(language);
    });
    await page.goto(bridge.url);
    await settle(page);
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.deepEqual([...loaded], ['de']);
    loaded.clear();

    await page.getByLabel('Sprache').selectOption('Español');
    await page.getByLabel('Idioma').waitFor();
    await settle(page);
    assert.equal(await page.locator('html').getAttribute('lang'), 'es');
    assert.deepEqual([...loaded], ['es']);

    await page.reload();
    await page.getByLabel('Idioma').selectOption('El del navegador');
    await page.getByLabel('Sprache').waitFor();
    assert.deepEqual(opened.complaints, []);
  });

  for (const [name, locale, language, widths] of [
    ['German', 'de-DE', 'de', [390, 1440]],
    ['Spanish', 'es-ES', 'es', [390]],
  ] as const)
    it(`the overview in ${name} contains no English word and fits, and the energy page fits too`, async () => {
      const foreign = englishWords(language);
      for (const width of widths) {
        await using opened = await openPage(bridge.url, {
          locale,
          viewport: { width, height: 900 },
        });
        const { page } = opened;
        await page.locator('.zone__temperature, .room-row__temperature').first().waitFor();
        await settle(page);
        const texts = await readTexts(page);
        const words = texts.flatMap(wordsIn);
        assert.ok(words.length > 200);
        // In this language a point separates groups of three digits.
        assert.deepEqual(
          texts.filter((text) => /\d\.\d{1,2}(?!\d)/.test(text)),
          [],
        );
        assert.deepEqual(
          [...new Set(words)].filter((word) => foreign.has(word) && !names.has(word)),
          [],
        );
        assert.deepEqual(await readOverflow(page), [], `${width} px`);
        await page.goto(`${bridge.url}/#/energy`);
        await page.locator('.energy-bars__one').first().waitFor();
        assert.deepEqual(await readOverflow(page), [], `energy, ${width} px`);
        await page.goto(`${bridge.url}/#/simulator`);
        await page.locator('[role=spinbutton][aria-valuetext="0,5"]').first().waitFor({ state: 'attached' });
        assert.deepEqual(opened.complaints, []);
      }
    });
});
