import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

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

/**
 * Starts something that starts a Chromium. The one of npm may die of SIGSEGV while it starts, once in some hundred times; it is
 * started again then.
 */
const retry = async <T>(start: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await start();
    } catch (error) {
      if (attempt === attempts) throw error;
    }
};

/** Calls `start` with how to start a Chromium without a window: the one of npm, or that of `CHROMIUM_PATH`. */
const withProgram = async <T extends { close(): Promise<void> }>(
  start: (options: LaunchOptions) => Promise<T>,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-chromium-'));
  const own = process.env.CHROMIUM_PATH;
  const { args, ...program } =
    own === undefined ? await unpack(folder) : { executablePath: own, args: [], env: environment() };
  const flags = [...new Set([...args, ...quiet])];
  const started = await retry(() => start({ ...program, args: flags, headless: true }));
  const close = async () => {
    await started.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { started, close };
};

/** A Chromium that several test files use, each through a connection of its own. */
export const startBrowserServer = async (): Promise<AsyncDisposable & { readonly url: string }> => {
  const { started, close } = await withProgram((options) => chromium.launchServer(options));
  return { url: started.wsEndpoint(), [Symbol.asyncDispose]: close };
};

/** A real Chromium: the one that `PLENUM_TEST_BROWSER` names (`tests/runner`), or one started here. */
export const openBrowser = async (): Promise<OpenBrowser> => {
  const shared = process.env.PLENUM_TEST_BROWSER;
  if (shared !== undefined) {
    const browser = await chromium.connect(shared);
    return { browser, [Symbol.asyncDispose]: () => browser.close() };
  }
  const { started, close } = await withProgram((options) => chromium.launch(options));
  return { browser: started, [Symbol.asyncDispose]: close };
};
