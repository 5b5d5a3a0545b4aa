import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@plenum/testbed/free-port';
import { type Ended, type Running, startProcess } from '@plenum/testbed/process';

/** A `plenum` to run. */
export interface Plenum {
  /** Path of its executable file. */
  readonly bin: string;
  /** Stops its clock at this instant, ms UTC. */
  readonly frozenAt?: number;
  /** Passes options as environment variables. */
  readonly byEnvironment?: boolean;
}

/** Values of options, by name without dashes. */
type Options = Readonly<Record<string, string>>;

const toWords = (options: Options) =>
  Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);

const toVariables = (options: Options) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      `PLENUM_${name.toUpperCase().replaceAll('-', '_')}`,
      value,
    ]),
  );

/** A bridge or cloud in its own process. */
export interface Service extends AsyncDisposable {
  /** Where it listens. */
  readonly url: string;
  readonly running: Running;
  stop(): Promise<Ended>;
  /** Sends SIGKILL. */
  kill(): Promise<Ended>;
}

/** Runs `plenum` with these arguments. */
export const startCommand = (
  { bin, frozenAt }: Plenum,
  words: readonly string[],
  env: Options = {},
): Running => {
  const preload = new URL('frozen-clock.fixture.ts', import.meta.url).href;
  const frozen = { NODE_OPTIONS: `--import=${preload}`, FROZEN_AT: String(frozenAt) };
  return startProcess(bin, words, { ...env, ...(frozenAt !== undefined && frozen) });
};

const startService = async (plenum: Plenum, words: readonly string[], given: Options): Promise<Service> => {
  const options = { 'http-host': '127.0.0.1', ...given };
  const running = plenum.byEnvironment
    ? startCommand(plenum, words, toVariables(options))
    : startCommand(plenum, [...words, ...toWords(options)]);
  const kill = () => running.stop('SIGKILL');
  // Also where a script throws before it stops the service.
  process.once('exit', kill);
  const url = `http://127.0.0.1:${given['http-port']}`;
  const ended = running.ended.then(({ out, err }) =>
    Promise.reject(new Error(`the service exited: ${out}${err}`)),
  );
  ended.catch(() => {});
  const isUp = () =>
    fetch(`${url}/healthz`)
      .then((answer) => answer.ok)
      .catch(() => false);
  while (!(await Promise.race([isUp(), ended]))) await pause(20);
  return {
    url,
    running,
    stop: () => running.stop(),
    kill,
    [Symbol.asyncDispose]: async () => void (await kill()),
  };
};

/**
 * Starts a cloud in development mode on a free port. Give `publicUrl` to keep the public origin of an earlier one: only
 * a bridge that pairs must be able to connect to it.
 */
export const startCloud = async (
  plenum: Plenum,
  { data, publicUrl, port: given }: { data: string; publicUrl?: string; port?: number },
): Promise<Service> => {
  const port = String(given ?? (await freePort()));
  const own = `http://127.0.0.1:${port}`;
  const options = { data, 'http-port': port, 'public-url': publicUrl ?? own, 'bridge-url': own };
  return startService(plenum, ['cloud', '--development'], options);
};

/** Starts a bridge with an uplink to a cloud. */
export const startBridge = async (
  plenum: Plenum,
  { data, house, cloud }: { data: string; house: string; cloud: string },
): Promise<Service> => {
  const quiet = { 'udp-port': '0', 'notify-address': '127.0.0.1', 'notify-port': '9' };
  const options = { house, data, cloud, 'http-port': String(await freePort()), ...quiet };
  return startService(plenum, ['bridge'], options);
};
