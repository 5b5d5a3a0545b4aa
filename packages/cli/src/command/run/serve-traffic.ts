import { once } from 'node:events';
import { maxRecordingBytes, type Recording, readRecording, startReplay } from '@plenum/bridge/traffic';
import { systemClock } from '@plenum/platform';
import { toAddresses } from '../../format/started.ts';
import type { Io } from '../../io/io.ts';
import { createLineLog } from '../../io/log.ts';
import type { ServeOptions } from '../../option/serve-options.ts';
import { openReplayed } from './replay.ts';

const toContent = ({ exchanges, plenum }: Recording): string => {
  const different = new Set(exchanges.map(({ request }) => JSON.stringify(request))).size;
  const seconds = Math.round((exchanges.at(-1)?.at ?? 0) / 1000);
  return `${exchanges.length} requests (${different} different) in ${seconds} s, recorded by Plenum ${plenum}`;
};

/** Answers from a recording of traffic until the command ends. */
export async function serveTraffic(file: string, options: ServeOptions, io: Io): Promise<void> {
  const recording = openReplayed(file, {
    option: '--replay-traffic',
    noun: 'a recording of traffic',
    command: 'plenum record',
    maxBytes: maxRecordingBytes,
    read: readRecording,
  });
  if (recording.isTorn)
    io.err(`The last line of ${file} is incomplete, because the recording was cut short. It is left out.`);
  const { httpHost: host, httpPort, accessKey, allowHost: allowedHosts, discovery, udpPort } = options;
  await using server = await startReplay({
    recording,
    discovery,
    udpPort,
    host,
    port: httpPort,
    access: { allowedHosts, accessKey },
    clock: systemClock,
    log: createLineLog(io),
  });
  io.out(`Replays ${toContent(recording)}, at`);
  for (const address of toAddresses({ host, port: server.port })) io.out(`  http://${address}`);
  io.out(
    server.udpPort === undefined
      ? 'It does not answer discovery. Stop with Ctrl+C.'
      : `It answers discovery on UDP port ${server.udpPort}. Stop with Ctrl+C.`,
  );
  if (!io.signal.aborted) await once(io.signal, 'abort');
}
