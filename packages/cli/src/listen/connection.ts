import type { Clock } from '@plenum/platform';
import { delay } from '@plenum/platform';
import {
  type ListenEnd,
  type ListenedMessage,
  type ListenResult,
  listen,
  listenEnds,
  type OpenedListener,
} from '@plenum/protocol/cloud';
import WebSocket from 'ws';
import { failed } from '../failure.ts';
import { askCloud, type CloudAccess, expectReply } from './ask-cloud.ts';

interface ListenDeps extends CloudAccess {
  /** The listener to open: its name, and the only kind of messages that it receives. */
  readonly draft: { readonly name: string; readonly only?: string };
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called each time that a connection is open. */
  readonly onOpen: (opened: OpenedListener, isFirst: boolean) => void;
  /** Called when the connection ended, with the time until the next attempt in ms. */
  readonly onLost: (sentence: string, wait: number) => void;
  readonly handle: (message: ListenedMessage) => Promise<ListenResult>;
}

/** Time without a ping of the cloud after which the connection is lost, ms. It sends one every 10 s. */
const silence = 35_000;

/** The pauses between attempts, ms. The last one is repeated. */
const pauses = [1_000, 2_000, 5_000, 10_000, 20_000];

/** Largest message of a cloud, in bytes. */
const maxMessageBytes = 4_194_304;

const toUrl = (cloud: string) => `${cloud.replace(/^http/, 'ws')}${listen.path}`;

/** Serves one connection. Resolves to the code with which it was closed. */
const connect = (
  { cloud, clock, signal, handle }: ListenDeps,
  ticket: string,
  onOpen: () => void,
): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(toUrl(cloud), [listen.subprotocol], {
      headers: { authorization: `Bearer ${ticket}` },
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      followRedirects: false,
      handshakeTimeout: 15_000,
    });
    const stop = () => socket.close();
    signal.addEventListener('abort', stop);
    let cancel = () => {};
    const watch = () => {
      cancel();
      cancel = clock.after(silence, () => socket.terminate());
    };
    socket.on('open', () => {
      watch();
      onOpen();
    });
    socket.on('ping', watch);
    socket.on('error', () => {});
    socket.on('message', async (data) => {
      watch();
      const result = await handle(JSON.parse(String(data)) as ListenedMessage);
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(result));
    });
    socket.on('close', (code) => {
      cancel();
      signal.removeEventListener('abort', stop);
      resolve(code);
    });
  });

const isEnd = (code: number): code is ListenEnd => Object.hasOwn(listenEnds, code);

/** Opens a listener and serves its connections until it ends. A lost connection is opened again. */
export async function keepListening(deps: ListenDeps): Promise<void> {
  const { draft, clock, signal, onOpen, onLost } = deps;
  let isFirst = true;
  let failures = 0;
  while (!signal.aborted) {
    const reply = await askCloud<OpenedListener>(deps, listen.path, draft);
    if (!reply.ok && (isFirst || !reply.mayHelp)) expectReply(reply);
    let why = reply.ok ? 'The connection to the cloud was lost.' : reply.sentence;
    if (reply.ok) {
      const code = await connect(deps, reply.value.ticket, () => {
        onOpen(reply.value, isFirst);
        isFirst = false;
        failures = 0;
      });
      if (isEnd(code)) throw failed(listenEnds[code].sentence);
      if (code === 1001) why = 'The node of the cloud stops.';
    }
    if (signal.aborted) return;
    const wait = pauses[Math.min(failures++, pauses.length - 1)]!;
    onLost(why, wait);
    await delay(clock, wait, signal);
  }
}
