import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BridgeRegistration } from '@plenum/bridge';
import { type ClimateCloud, startClimateCloud } from '@plenum/cloud';
import type { ExampleApp } from '@plenum/examples/app';
import { builtFolder, docsFolder } from '@plenum/web';
import {
  toBeginLine,
  toCloudLines,
  toCloudTryLines,
  toDocsLine,
  toExampleLines,
} from '../../format/cloud.ts';
import { type StartedBridge, toStartedLines, toTryLines } from '../../format/started.ts';
import { whenSettled } from '../../format/uplink.ts';
import type { Io } from '../../io/io.ts';
import { createLineLog } from '../../io/log.ts';
import { openTracer, toInstance } from '../../option/otlp-options.ts';
import type { ServeOptions } from '../../option/serve-options.ts';
import { findAssistants, hosting } from './cloud/optional-parts.ts';
import { switchOn, toOnboarding } from './onboarding.ts';
import { serve } from './serve.ts';
import { startExample } from './serve-example.ts';

interface AllOptions extends ServeOptions {
  readonly lan: boolean;
  readonly withCloud: boolean;
  readonly cloudPort: number;
  readonly withExample: boolean;
  readonly examplePort: number;
}

const toPairedLine = async ({ bridge }: StartedBridge): Promise<string> => {
  const status = await whenSettled(bridge);
  if (status?.state === 'connected')
    return `Bridge ${bridge.identity.uid} is paired with the demo account and connected.`;
  return `Bridge ${bridge.identity.uid} is not connected to the cloud yet; it keeps trying.`;
};

interface Services {
  readonly cloud: ClimateCloud;
  readonly example: ExampleApp | undefined;
  /** True if this is the first start in this folder. */
  readonly isFirst: boolean;
}

const startServices = async (
  options: AllOptions,
  dataDir: string,
  { io, stack }: { io: Io; stack: AsyncDisposableStack },
): Promise<Services> => {
  const cloudDir = join(dataDir, 'cloud');
  const isFirst = !existsSync(cloudDir);
  const log = createLineLog(io);
  const tracer = stack.use(
    await openTracer(options, { service: 'plenum-cloud', instance: toInstance(options.cloudPort), log }),
  );
  const cloud = stack.use(
    await startClimateCloud({
      store: { dataDir: cloudDir },
      httpPort: options.cloudPort,
      development: true,
      isAnnounced: true,
      webFolder: builtFolder,
      docsFolder,
      hosting,
      ...findAssistants(),
      tracer,
      log,
    }),
  );
  if (!options.withExample) return { cloud, isFirst, example: undefined };
  const { publicUrl: cloudUrl } = cloud;
  const development = cloud.development!;
  const example = await startExample({ cloudUrl, development, port: options.examplePort, dataDir });
  return { cloud, isFirst, example: stack.use(example) };
};

/**
 * Runs a bridge, a cloud in development mode, and an app until the command ends. The cloud is paired with the bridge,
 * and the app receives the bridge's changes. The cloud and the app are reachable from this machine only. The bridge
 * stops first.
 */
export async function serveAll(options: AllOptions, io: Io): Promise<void> {
  await using stack = new AsyncDisposableStack();
  let services: Services | undefined;
  const findCloudUrl = async (who: BridgeRegistration, dataDir: string): Promise<string> => {
    // A bridge that starts again after a restore finds the cloud running.
    services ??= await startServices(options, dataDir, { io, stack });
    await services.cloud.development!.adopt(who);
    return services.cloud.publicUrl;
  };
  const onStarted = async (started: StartedBridge) => {
    const { bridge } = started;
    services?.cloud.development?.addOnboarding(toOnboarding(bridge, options.simulation));
    if (services?.isFirst) await switchOn(bridge);
    const also = options.lan
      ? []
      : ['Other machines cannot reach it; start with --lan to serve the network.'];
    const about =
      services === undefined
        ? []
        : [
            '',
            ...toCloudLines(services.cloud),
            await toPairedLine(started),
            ...toExampleLines(services.example),
            '',
            ...toCloudTryLines(services.cloud, services.example),
          ];
    const lines = [...toStartedLines(started), ...also, '', ...toTryLines(started), ...about];
    const url = services?.cloud.publicUrl ?? `http://127.0.0.1:${bridge.http.port}`;
    const docs = existsSync(join(docsFolder, 'index.html')) ? [toDocsLine(url)] : [];
    for (const line of [...lines, '', toBeginLine(url), ...docs, 'Stop with Ctrl+C.']) io.out(line);
  };
  await serve(options, io, { onStarted, ...(options.withCloud && { findCloudUrl }) });
}
