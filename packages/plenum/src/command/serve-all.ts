import { join } from 'node:path';
import type { Introduction } from '@plenum/bridge';
import type { ClimateCloud } from '@plenum/cloud';
import type { Io } from '../io/io.ts';
import { createLineLog } from '../io/log.ts';
import { toCloudLines, toCloudTryLines } from '../show/cloud.ts';
import { toStartedLines, toTryLines } from '../show/started.ts';
import { whenSettled } from '../show/uplink.ts';
import { type Started, serve, toDataFolder } from './serve.ts';
import { startCloudOrFail } from './serve-cloud.ts';
import type { ServeOptions } from './serve-options.ts';

export interface AllOptions extends ServeOptions {
  readonly lan: boolean;
  readonly withCloud: boolean;
  readonly cloudPort: number;
}

const toPairedLine = async ({ bridge }: Started): Promise<string> => {
  const status = await whenSettled(bridge);
  if (status?.state === 'connected')
    return `Bridge ${bridge.identity.uid} is paired with the demo account and connected.`;
  return `Bridge ${bridge.identity.uid} is not connected to the cloud yet; it goes on trying.`;
};

/**
 * Runs a bridge and, on this machine alone, a cloud in development mode that the bridge is paired with, until the command
 * is told to end. The bridge ends first.
 */
export const serveAll = async (options: AllOptions, io: Io): Promise<void> => {
  await using stack = new AsyncDisposableStack();
  let cloud: ClimateCloud | undefined;
  const findCloud = async (who: Introduction): Promise<string> => {
    cloud = stack.use(
      await startCloudOrFail({
        store: { dataDir: join(toDataFolder(options), 'cloud') },
        httpPort: options.cloudPort,
        development: true,
        log: createLineLog(io),
      }),
    );
    await cloud.development!.adopt(who);
    return cloud.publicUrl;
  };
  const tell = async (started: Started) => {
    const also = options.lan ? [] : ['Other machines do not see it; start with --lan to serve the network.'];
    const about =
      cloud === undefined
        ? []
        : ['', ...toCloudLines(cloud), await toPairedLine(started), '', ...toCloudTryLines(cloud)];
    const lines = [...toStartedLines(started), ...also, '', ...toTryLines(started), ...about];
    for (const line of [...lines, 'Stop with Ctrl+C.']) io.out(line);
  };
  await serve(options, io, { tell, ...(options.withCloud && { cloud: findCloud }) });
};
