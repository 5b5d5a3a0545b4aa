import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Flags of the bundled Chromium that suit a function in a cloud, and make a browser on a machine fall over. */
const unsuited = ['--single-process', '--no-zygote'];

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser, and what it left behind. */
interface OpenBrowser extends AsyncDisposable {
  readonly browser: Browser;
}

/** What a program is started with: where it is, its flags, its environment. */
interface Program {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );

/**
 * Tells a Chromium where its fonts are, which those of npm look for in one folder of the whole machine: without any it
 * falls over as soon as it shows a word before the font of the page has come.
 */
const nameFonts = (folder: string): Record<string, string> => {
  const conf = `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`;
  writeFileSync(join(folder, 'fonts.conf'), conf);
  return { FONTCONFIG_PATH: folder };
};

/**
 * Unpacks the Chromium of npm with the libraries it brings into a folder. It unpacks those only where it believes itself
 * on Amazon Linux, and to the folder for temporary things, which test files that run side by side must not share.
 */
const unpack = async (folder: string): Promise<Program> => {
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' });
  try {
    const { default: bundled } = await import('@sparticuz/chromium');
    const executablePath = await bundled.executablePath();
    const args = bundled.args.filter((flag) => !unsuited.includes(flag));
    return { executablePath, args, env: { ...environment(), HOME: folder, ...nameFonts(folder) } };
  } finally {
    // In place: whoever asks the system for the temporary folder does not look at another object.
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
};

const attempts = 3;

/** Starts a Chromium. The one of npm may die of SIGSEGV while it starts, once in some hundred times; it is started again then. */
const launch = async ({ args, ...program }: Program): Promise<Browser> => {
  const flags = [...new Set([...args, ...quiet])];
  for (let attempt = 1; ; attempt++)
    try {
      return await chromium.launch({ ...program, args: flags, headless: true });
    } catch (error) {
      if (attempt === attempts) throw error;
    }
};

/** A real Chromium without a window: the one of npm, or that of `CHROMIUM_PATH`. */
export const openBrowser = async (): Promise<OpenBrowser> => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-chromium-'));
  const own = process.env.CHROMIUM_PATH;
  const program =
    own === undefined ? await unpack(folder) : { executablePath: own, args: [], env: environment() };
  const browser = await launch(program);
  return {
    browser,
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Milliseconds something may take on a machine that does much else; what goes well takes a fraction of it. */
const patience = 30_000;

/** A page that complains of nothing: what goes wrong in it fails the test. */
export interface Watched extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** The hosts it has asked for anything. */
  readonly hosts: ReadonlySet<string>;
}

export const openPage = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-AU',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    // A bridge that is killed under the page, or refuses, is what some tests are about.
    const isAnswer = /Failed to load resource/.test(text);
    if (message.type() === 'error' && !isAnswer) complaints.push(text);
  });
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(url);
  return { page, complaints, hosts, [Symbol.asyncDispose]: () => context.close() };
};

/** Waits until something holds; says what it was at last where it never does. */
export const until = async <T>(read: () => Promise<T>, expected: T, within = patience): Promise<void> => {
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
};

const unsettled = [
  '.waiting',
  '.asked__wait',
  '.energy__chart:not(:has(canvas))',
  '.history__chart:not(:has(canvas, .history__empty))',
  '.recent .chart__plot[aria-valuemax="0"]',
];

/** Waits until everything that loads by itself stands on the page. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForFunction((parts) => document.querySelector(parts) === null, unsettled.join(', '));
};
