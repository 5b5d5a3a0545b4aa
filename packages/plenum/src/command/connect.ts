import { type Bridge, connectBridge } from '@plenum/client';
import { dialects } from '@plenum/protocol/dialect';
import type { Command } from 'commander';
import { wrongUsage } from '../failure.ts';
import { readAddress } from '../input/address.ts';
import { readWhole } from '../input/number.ts';
import type { Io } from '../io/io.ts';
import { option } from './option.ts';

/** How a bridge is reached, as every command that speaks to one takes it. */
export interface ConnectOptions {
  readonly dialect?: string;
  readonly accessKey?: string;
  readonly timeout?: number;
  readonly json?: true;
}

/** Adds the options with which a bridge is reached. */
export const addConnectOptions = (command: Command): Command =>
  command
    .addOption(
      option('--dialect <name>', 'DIALECT', 'words of the bridge, learnt by itself unless told').choices(
        dialects.map(({ name }) => name),
      ),
    )
    .addOption(option('--access-key <key>', 'ACCESS_KEY', 'for a bridge that wants one'))
    .addOption(
      option('--timeout <ms>', 'TIMEOUT', 'longest wait for one answer').argParser(
        readWhole('--timeout', 100, 600_000),
      ),
    )
    .option('--json', 'as the wire has it, for programs');

/** Opens the bridge at an address as typed, for as long as `use` takes. */
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
