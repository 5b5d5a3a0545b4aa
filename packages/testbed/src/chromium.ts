import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
export interface OpenBrowser extends AsyncDisposable {
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
  const file = join(folder, 'fonts.conf');
  const conf = `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`;
  if (!existsSync(file)) writeFileSync(file, conf);
  return { FONTCONFIG_PATH: folder };
};

/**
 * Unpacks the Chromium of npm with the libraries it brings into a folder, or finds it there. It unpacks those only where it
 * believes itself on Amazon Linux, and to the folder for temporary things, which test files that run side by side must not share.
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

const createFolder = (): Disposable & { readonly path: string } => {
  const path = mkdtempSync(join(tmpdir(), 'plenum-chromium-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
};

/** Unpacks the Chromium of npm for test files that find its folder in `PLENUM_TEST_CHROMIUM`: that takes longer than its start. */
export const unpackChromium = async (): Promise<Disposable & { readonly path: string }> => {
  const folder = createFolder();
  await unpack(folder.path);
  return folder;
};

const attempts = 3;

/** Starts a Chromium. The one of npm may die of SIGSEGV while it starts, once in some hundred times; it is started again then. */
const launch = async (options: LaunchOptions): Promise<Browser> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await chromium.launch(options);
    } catch (error) {
      if (attempt === attempts) throw error;
    }
};

/** Starts a Chromium without a window: the one of `CHROMIUM_PATH`, the one unpacked in `PLENUM_TEST_CHROMIUM`, or that of npm. */
export const launchBrowser = async (): Promise<OpenBrowser> => {
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
};
