import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { parseDateTime, toZoned } from '@internationalized/date';
import { openBrowser } from '@plenum/testbed/browser';
import type { BrowserContextOptions, Download, Locator, Page } from 'playwright-core';

/** Timeout of one step on a busy machine, in ms; a successful step takes a fraction of it. */
const defaultTimeout = 30_000;

/** A page whose errors fail the test. */
export interface Watched extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** The hosts that received requests from the page. */
  readonly hosts: ReadonlySet<string>;
}

export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const browser = await openBrowser();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    // The locale that formats dates and times as the tests expect.
    locale: 'en-GB',
    // Service workers are blocked because most tests depend on whether the server itself responds.
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(defaultTimeout);
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    // Failed requests do not count as errors of the page, because some tests kill its bridge or make the bridge refuse
    // requests.
    const isAnswer = /Failed to load resource/.test(text);
    if (message.type() === 'error' && !isAnswer) complaints.push(text);
  });
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(url);
  return { page, complaints, hosts, [Symbol.asyncDispose]: () => context.close() };
}

/** Waits until a value is as expected. On a timeout, the error contains the last value. */
export async function until<T>(read: () => Promise<T>, expected: T, within = defaultTimeout): Promise<void> {
  const deadline = Date.now() + within;
  for (;;) {
    const value = await read();
    try {
      assert.deepEqual(value, expected);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const unsettled = [
  '#root:empty',
  '.waiting',
  '.query-result__wait',
  '.energy__chart:not(:has(canvas))',
  '.energy-bars__wait',
  '.history__chart:not(:has(canvas, .history__empty))',
  '.recent .chart__plot[aria-valuemax="0"]',
];

/** Waits until everything that loads automatically is on the page. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction((parts) => document.querySelector(parts) === null, unsettled.join(', '));
}

/** Fails unless the text of an element, or another of its colours, is red. */
export async function assertRed(element: Locator, property = 'color'): Promise<void> {
  const [red, green, blue] = await element.evaluate((one, name) => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    canvas.fillStyle = getComputedStyle(one).getPropertyValue(name);
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  }, property);
  assert.ok(red! > 2 * green! && red! > 2 * blue!, `the ${property} is ${red}, ${green}, ${blue}`);
}

/** Returns the time of a row in an energy table of the demo house: `2026-11-20 14:00`. */
export const instantOf = (local: string): number =>
  toZoned(parseDateTime(local.replace(' ', 'T')), 'Australia/Sydney')
    .toDate()
    .getTime();

/** Returns the text of a file that a page downloads. */
export const textOf = async (download: Download): Promise<string> => text(await download.createReadStream());

/** Opens a page that does not fit in the navigation. */
export async function openFurther(page: Page, name: string): Promise<void> {
  const navigation = page.getByRole('navigation').first();
  await navigation.getByText('More', { exact: true }).click();
  await navigation.getByRole('link', { name }).click();
}
