import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** An attacker on the local network with several addresses that uses as much of a bridge as allowed. */
export interface NetworkAttacker {
  readonly port: number;
  /** Source addresses on this machine. */
  readonly from: readonly string[];
}

/** Maximum number of connections from one address. */
const connections = 256;

const open = ({ port }: NetworkAttacker, localAddress: string): Socket => {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  return socket;
};

const toRequest = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n`;

/** Returns a request whose body has the maximum size. */
const toLongRequest = (body: string) =>
  `POST /HvacRequestV2 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const longest = 65_536;
const nested = `${'['.repeat(longest / 2)}${']'.repeat(longest / 2)}`;
/** As many members as fit, each with a different name, because this body takes longest to parse. */
const members = `{${Array.from({ length: 6_500 }, (_, n) => `"${n.toString(36)}":0`).join()}}`;

/** The query with the largest response: 64 series in 2,000 steps, each with mean, minimum and maximum. */
const widestHistory = async ({ port }: NetworkAttacker): Promise<string> => {
  const { series } = (await (await fetch(`http://127.0.0.1:${port}/history/series`)).json()) as {
    series: string[];
  };
  const now = Date.now();
  const step = 300_000;
  const wide = series.filter((name) => !name.endsWith('Wh')).slice(0, 64);
  return toRequest(`/history?series=${wide.join(',')}&from=${now - 1_999 * step}&to=${now}&step=${step}`);
};

const widestEnergy = async (): Promise<string> => {
  const now = Date.now();
  return toRequest(`/energy?by=hour&from=${now - 790 * 3_600_000}&to=${now}`);
};

/** Repeats a request as soon as its response begins, and reconnects if the connection ends. */
const askAgain = async (attacker: NetworkAttacker, from: string, request: string, isRead: boolean) => {
  for (;;) {
    const socket = open(attacker, from);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(request);
    if (isRead) socket.on('data', (bytes) => bytes.includes('HTTP/1.1 ') && socket.write(request));
    else socket.pause();
    await ended;
    await pause(100);
  }
};

const ask =
  (toWhole: (attacker: NetworkAttacker) => Promise<string>, isRead = true) =>
  async (attacker: NetworkAttacker) => {
    const request = await toWhole(attacker);
    for (const from of attacker.from)
      for (let n = 0; n < connections; n++) void askAgain(attacker, from, request, isRead);
  };

/** Opens more live streams than allowed, and reads none of them. */
const streams = async (attacker: NetworkAttacker) => {
  for (const from of attacker.from)
    for (let n = 0; n < 40; n++) void askAgain(attacker, from, toRequest('/events'), true);
};

export const bridgeAttacks = {
  history: ask(widestHistory),
  energy: ask(widestEnergy),
  unread: ask(widestHistory, false),
  streams,
  nested: ask(async () => toLongRequest(nested)),
  members: ask(async () => toLongRequest(members)),
  house: ask(async () => toRequest('/simulation/house')),
  metrics: ask(async () => toRequest('/metrics')),
};
export type BridgeAttack = keyof typeof bridgeAttacks;
