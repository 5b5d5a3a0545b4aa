import { type Bridge, connectBridge } from '@plenum/client';
import { dialects } from '@plenum/protocol/dialect';
import type { Command } from 'commander';
import { wrongUsage } from '../failure.ts';
import { readAddress } from '../input/address.ts';
import { readWhole } from '../input/number.ts';
import type { Io } from '../io/io.ts';
import { option } from './option.ts';

/** The options of every command that connects to a bridge. */
export interface ConnectOptions {
  readonly dialect?: string;
  readonly accessKey?: string;
  readonly timeout?: number;
  readonly json?: true;
}

/** Adds the options for connecting to a bridge. */
export const addConnectOptions = (command: Command): Command =>
  command
    .addOption(
      option('--dialect <name>', 'DIALECT', 'dialect of the bridge; detected by default').choices(
        dialects.map(({ name }) => name),
      ),
    )
    .addOption(option('--access-key <key>', 'ACCESS_KEY', 'for a bridge that needs one'))
    .addOption(
      option('--timeout <ms>', 'TIMEOUT', 'timeout of one request').argParser(
        readWhole('--timeout', 100, 600_000),
      ),
    )
    .option('--json', 'as on the wire, for programs');

/** Connects to the bridge at a typed address while `use` runs. */
export const withBridge = async <T>(
  typed: string | undefined,
  options: ConnectOptions,
  io: Io,
  use: (bridge: Bridge) => Promise<T>,
): Promise<T> => {
  if (typed === undefined)
    throw wrongUsage('Which bridge? Name its HOST or HOST:PORT; "plenum discover" finds it.');
  const { dialect, accessKey, timeout } = options;
  await using bridge = connectBridge({
    ...readAddress(typed),
    ...(dialect !== undefined && { dialect }),
    ...(accessKey !== undefined && { accessKey }),
    ...(timeout !== undefined && { timeout }),
  });
  io.signal.addEventListener('abort', bridge.close);
  return await use(bridge);
};
