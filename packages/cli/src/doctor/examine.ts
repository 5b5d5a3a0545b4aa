import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { discover } from '@plenum/client';
import {
  type Finding,
  judgeClock,
  type ListenAddress,
  type ListenFailureCode,
  toListenFailure,
} from '@plenum/platform';
import { fetchWithoutBrotli } from '@plenum/platform/fetch';
import about from '../../package.json' with { type: 'json' };
import { judgeDiscovery, judgeDisk, judgeNode, judgePort } from './judge.ts';

/** The ports, folder and cloud to examine. */
export interface Examined {
  readonly data: string;
  readonly httpPort: number;
  readonly udpPort: number;
  readonly cloud?: string;
  readonly signal: AbortSignal;
}

const timeout = 5_000;

/** Returns the reason why it is impossible to listen on a port; undefined if it is possible. */
const tryPort = async (where: ListenAddress): Promise<ListenFailureCode | undefined> => {
  const { protocol, host, port } = where;
  const socket = protocol === 'TCP' ? createServer() : createSocket('udp4');
  try {
    if (protocol === 'TCP') (socket as ReturnType<typeof createServer>).listen(port, host);
    else (socket as ReturnType<typeof createSocket>).bind(port, host);
    await once(socket, 'listening');
    socket.close();
    await once(socket, 'close');
    return undefined;
  } catch (error) {
    let code: ListenFailureCode | undefined;
    toListenFailure(error, where, (found) => {
      code = found;
      return new Error(found);
    });
    if (code === undefined) throw error;
    return code;
  }
};

/** Returns the name of the program that answers on a port, if it is part of Plenum. */
const findPlenum = async (port: number): Promise<string | undefined> => {
  try {
    const answer = await fetchWithoutBrotli(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(timeout),
    });
    await answer.body?.cancel();
    return answer.headers.get('server')?.startsWith('Plenum') ? 'A bridge of Plenum' : undefined;
  } catch {
    return undefined;
  }
};

const examinePorts = async ({ httpPort, udpPort }: Examined): Promise<readonly Finding[]> => {
  const tcp: ListenAddress = { protocol: 'TCP', host: '0.0.0.0', port: httpPort };
  const udp: ListenAddress = { protocol: 'UDP', host: '0.0.0.0', port: udpPort };
  const failures = [await tryPort(tcp), await tryPort(udp)] as const;
  const user = failures[0] === 'port-taken' ? await findPlenum(httpPort) : undefined;
  return [judgePort(tcp, failures[0], user), judgePort(udp, failures[1], user)];
};

/** Returns the folder, or the nearest one above it that exists. */
const nearestFolder = (folder: string): string => {
  const path = resolve(folder);
  return existsSync(path) ? path : nearestFolder(dirname(path));
};

/** Checks whether a data folder can be used, and the free space of its disk. */
export function examineFolder(data: string): readonly Finding[] {
  const place = nearestFolder(data);
  const subject = 'data folder';
  if (!statSync(place).isDirectory())
    return [
      { result: 'problem', subject, sentence: `${place} is a file; choose another folder with --data.` },
    ];
  const { bavail, bsize } = statfsSync(place);
  const disk = judgeDisk(bavail * bsize, data);
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const sentence = `This user has no permission to write to ${place}; change its owner (chown), or choose another folder with --data.`;
    return [{ result: 'problem', subject, sentence }, disk];
  }
  const isOpen =
    place === resolve(data) && process.platform !== 'win32' && (statSync(place).mode & 0o077) !== 0;
  const sentence = isOpen
    ? `Other users of this machine can read ${data}, which contains keys; run chmod 700 ${data}.`
    : `This user can write to ${data}.`;
  return [{ result: isOpen ? 'note' : 'ok', subject, sentence }, disk];
}

const examineCloud = async (cloud: string): Promise<readonly Finding[]> => {
  const problem = (sentence: string): readonly Finding[] => [
    { result: 'problem', subject: 'cloud', sentence },
  ];
  const url = URL.parse('/version', cloud);
  if (url === null || !/^https?:$/.test(url.protocol))
    return problem(`${cloud} is not the address of a cloud; give its http or https URL.`);
  try {
    const answer = await fetchWithoutBrotli(url, { signal: AbortSignal.timeout(timeout) });
    await answer.body?.cancel();
    if (!answer.ok) return problem(`${cloud} answers ${answer.status}; is it the address of a cloud?`);
    const date = Date.parse(answer.headers.get('date') ?? '');
    const reached: Finding = { result: 'ok', subject: 'cloud', sentence: `${cloud} answers.` };
    return Number.isNaN(date) ? [reached] : [reached, judgeClock(Date.now() - date, 'the cloud')];
  } catch (error) {
    const { cause, message } = error as Error;
    const why = cause instanceof Error && cause.message !== '' ? cause.message : message;
    return problem(`${cloud} cannot be reached (${why}); check the address, the network and the firewall.`);
  }
};

/**
 * Examines all requirements of a bridge or a cloud on this machine; yields each finding as soon as it is available.
 */
export async function* examine(of: Examined): AsyncGenerator<Finding> {
  yield { result: 'ok', subject: 'Plenum', sentence: `This is release ${about.version}.` };
  yield judgeNode(process.versions.node);
  yield* examineFolder(of.data);
  yield* await examinePorts(of);
  const found = await discover({ udpPort: of.udpPort, signal: of.signal });
  yield judgeDiscovery(found.map(({ uid, address, port }) => `${uid} at ${address}:${port}`));
  if (of.cloud !== undefined) yield* await examineCloud(of.cloud);
}
