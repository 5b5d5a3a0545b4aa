import { readFileSync } from 'node:fs';
import { type Bridge, type BridgeOptions, connectBridge } from '@plenum/client';
import type { House } from '@plenum/client/house';
import { steadyClock } from '@plenum/platform/clock';
import { dialects } from '@plenum/protocol/dialect';
import type { Command } from 'commander';
import { failed, wrongUsage } from '../failure.ts';
import { readBridgeAddress } from '../input/address.ts';
import { readWhole } from '../input/number.ts';
import type { Io } from '../io/io.ts';
import type { createLineLog } from '../io/log.ts';
import { installerKeyOption, readInstallerKey } from './installer-key.ts';
import { option, secretOption } from './option.ts';

export interface ConnectOptions {
  readonly dialect?: string;
  readonly accessKey?: string;
  readonly installerKey?: string;
  readonly timeout?: number;
  readonly bridgeCa?: string;
  readonly bridgeFingerprint?: string;
  readonly json?: true;
}

/** Adds the options for authenticating a bridge over HTTPS. */
export const addTrustOptions = (command: Command): Command =>
  command
    .addOption(
      option(
        '--bridge-ca <file>',
        'BRIDGE_CA',
        'with https://HOST: PEM file of the authority that issued its certificate',
      ),
    )
    .addOption(
      option(
        '--bridge-fingerprint <sha256>',
        'BRIDGE_FINGERPRINT',
        'with https://HOST: SHA-256 of its certificate',
      ),
    );

export const addConnectOptions = (command: Command): Command =>
  addTrustOptions(
    command
      .addOption(
        option('--dialect <name>', 'DIALECT', 'dialect of the bridge; detected by default').choices(
          dialects.map(({ name }) => name),
        ),
      )
      .addOption(secretOption('--access-key <key>', 'ACCESS_KEY', 'access key, if the bridge needs one')),
  ).addOption(
    option('--timeout <ms>', 'TIMEOUT', 'timeout of one request').argParser(
      readWhole('--timeout', 100, 600_000),
    ),
  );

/**
 * Adds the options for connecting to a bridge and the other options of a command that reads or controls the bridge
 * (`withBridge`).
 */
export const addBridgeOptions = (command: Command): Command =>
  addConnectOptions(command)
    .addOption(installerKeyOption('file with the key for installer commands'))
    .option('--json', 'as on the wire, for programs');

const readPem = (flag: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw failed(`${flag}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};

/**
 * Returns the client options for authenticating a bridge over HTTPS; `flag` is the command-line option that names the
 * file.
 */
export const readTrustOptions = (
  {
    bridgeCa: file,
    bridgeFingerprint: fingerprint,
  }: { readonly bridgeCa?: string | undefined; readonly bridgeFingerprint?: string | undefined },
  flag = '--bridge-ca',
) => ({
  ...(file !== undefined && { ca: readPem(flag, file) }),
  ...(fingerprint !== undefined && { fingerprint }),
});

/** Returns the options of the client for connecting to a bridge at a typed address. */
export function toBridgeOptions(typed: string, options: ConnectOptions): BridgeOptions {
  const { dialect, accessKey, timeout } = options;
  return {
    ...readBridgeAddress(typed),
    ...readTrustOptions(options),
    ...(dialect !== undefined && { dialect }),
    ...(accessKey !== undefined && { accessKey }),
    ...(timeout !== undefined && { timeout }),
  };
}

/** Connects to the bridge at a typed address while `use` runs. */
export async function withBridge<T>(
  typed: string | undefined,
  options: ConnectOptions,
  io: Io,
  use: (bridge: Bridge) => Promise<T>,
): Promise<T> {
  if (typed === undefined)
    throw wrongUsage('Which bridge? Name its HOST or HOST:PORT; "plenum discover" finds it.');
  const installerKey = readInstallerKey(options.installerKey, io);
  await using bridge = connectBridge({
    ...toBridgeOptions(typed, options),
    ...(installerKey !== undefined && { installerKey }),
  });
  io.signal.addEventListener('abort', bridge.close);
  return await use(bridge);
}

/** Returns the bridge in `--bridge`; fails if the option is missing. */
export function needBridge(typed: string | undefined): string {
  if (typed !== undefined) return typed;
  throw wrongUsage('Which bridge? --bridge HOST or HOST:PORT; "plenum discover" finds it.');
}

/**
 * Follows the house behind the bridge at a typed address; undefined if the command ends before the bridge responds.
 */
export async function followHouse(
  typed: string,
  options: ConnectOptions,
  { io, log }: { readonly io: Io; readonly log: ReturnType<typeof createLineLog> },
): Promise<(House & AsyncDisposable) | undefined> {
  const { connectHouse } = await import('@plenum/client/house');
  return connectHouse({
    bridge: toBridgeOptions(typed, options),
    clock: steadyClock,
    random: Math.random,
    signal: io.signal,
    onState: (sentence) => log.warn({}, sentence),
  });
}
