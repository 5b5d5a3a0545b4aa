import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** Flags of the bundled Chromium that are made for a cloud function, but crash a browser on an ordinary machine. */
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

/** A browser, and the resources that end with it. */
export interface OpenBrowser extends AsyncDisposable {
  readonly browser: Browser;
}

/** The path, flags and environment of a program to start. */
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
 * Returns variables with the location of Chromium's fonts. The Chromium from npm expects them in one folder for the
 * whole machine, and without any font it crashes as soon as it shows a word before the page's font has loaded.
 */
const nameFonts = (folder: string): Record<string, string> => {
  const file = join(folder, 'fonts.conf');
  const conf = `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`;
  if (!existsSync(file)) writeFileSync(file, conf);
  return { FONTCONFIG_PATH: folder };
};

/**
 * Unpacks npm's Chromium with its libraries into a folder, unless that is already done. The package unpacks the
 * libraries only if it detects Amazon Linux, and to the folder for temporary files, which parallel test files must not
 * share.
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
    // Changes `process.env` in place, because the temporary folder of the system is read from no other object.
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
};

const createFolder = (): Disposable & { readonly path: string } => {
  const path = mkdtempSync(join(tmpdir(), 'plenum-chromium-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
};

/**
 * Unpacks npm's Chromium once for all test files, because unpacking takes longer than starting. The files find its
 * folder in `PLENUM_TEST_CHROMIUM`.
 */
export async function unpackChromium(): Promise<Disposable & { readonly path: string }> {
  const folder = createFolder();
  await unpack(folder.path);
  return folder;
}

const attempts = 3;

/**
 * Starts a Chromium, and starts it again if it dies: about once in a hundred times, npm's Chromium dies of SIGSEGV
 * during the start.
 */
const launch = async (options: LaunchOptions): Promise<Browser> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await chromium.launch(options);
    } catch (error) {
      if (attempt === attempts) throw error;
    }
};

/** Starts a headless Chromium: that in `CHROMIUM_PATH`, that unpacked in `PLENUM_TEST_CHROMIUM`, or npm's. */
export async function launchBrowser(): Promise<OpenBrowser> {
  await using stack = new AsyncDisposableStack();
  const { CHROMIUM_PATH: own, PLENUM_TEST_CHROMIUM: unpacked } = process.env;
  const { args, ...program } =
    own === undefined
      ? await unpack(unpacked ?? stack.use(createFolder()).path)
      : { executablePath: own, args: [], env: environment() };
  const browser = await launch({ ...program, args: [...new Set([...args, ...quiet])], headless: true });
  stack.defer(() => browser.close());
  const ending = stack.move();
  return { browser, [Symbol.asyncDispose]: () => ending.disposeAsync() };
}
