import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { listen } from '../listen.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** Number of messages that the proxy forwarded unchanged, and number of damaged messages by fault. */
interface FaultCounts {
  passed: number;
  delayed: number;
  repeated: number;
  swapped: number;
  lost: number;
  cut: number;
  halfCut: number;
}

/** The probability of each fault. */
const probabilities = { delayed: 0.1, repeated: 0.02, swapped: 0.02, lost: 0.02, cut: 0.01, halfCut: 0.01 };
/** ms */
const maxDelay = 80;
/** Much longer than any frame takes, in ms. */
const maxWait = 20_000;

type Action = keyof FaultCounts;

const choose = (random: SeededRandom): Action => {
  let drawn = random.fraction();
  for (const [name, probability] of Object.entries(probabilities)) {
    if (drawn < probability) return name as Action;
    drawn -= probability;
  }
  return 'passed';
};

/** Settings that can be changed while the proxy runs. */
interface ProxyState {
  readonly faults: FaultCounts;
  isHostile: boolean;
  target: string;
  /** Called with each forwarded frame. */
  readonly watchers: Set<(frame: string) => void>;
}

/** Forwards frames in one direction, and damages some of them while the proxy is hostile. */
const relay = (from: WebSocket, into: WebSocket, state: ProxyState, random: SeededRandom) => {
  const { faults } = state;
  let held: string | undefined;
  const forward = (text: string) => {
    if (into.readyState !== into.OPEN) return;
    into.send(text);
    for (const watch of [...state.watchers]) watch(text);
  };
  from.on('message', (data) => {
    const text = data.toString();
    const action = state.isHostile ? choose(random) : 'passed';
    faults[action]++;
    const actions: Record<Action, () => void> = {
      passed: () => forward(text),
      delayed: () => void setTimeout(forward, random.fraction() * maxDelay, text),
      repeated: () => [forward(text), forward(text)],
      swapped: () => {
        held = text;
      },
      lost: () => {},
      cut: () => [from.terminate(), into.terminate()],
      halfCut: () => [void setTimeout(forward, random.fraction() * maxDelay * 4, text), from.terminate()],
    };
    const before = held;
    held = undefined;
    actions[action]();
    if (before !== undefined) forward(before);
  });
  from.on('close', () => {
    // In half of the cases, the other side stays open for a while and receives the frames that are still on their way.
    const end = () => into.terminate();
    if (state.isHostile && random.fraction() < 0.5) setTimeout(end, random.fraction() * maxDelay * 10);
    else end();
  });
};

const forwardRequest = (target: string, request: IncomingMessage, response: ServerResponse) => {
  const { url, method, headers } = request;
  const onward = httpRequest(`${target}${url}`, { method: method!, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
};

/** Forwards the response of a cloud that refuses the upgrade. */
const forwardRefusal = (answer: IncomingMessage, socket: Duplex) => {
  const { date = '' } = answer.headers;
  let body = '';
  answer.on('data', (piece) => {
    body += piece;
  });
  answer.on('end', () =>
    socket.end(
      `HTTP/1.1 ${answer.statusCode} No\r\nDate: ${date}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ),
  );
};

/**
 * Starts a proxy between bridges and a cloud at `target` that damages the traffic: it delays, repeats, swaps and loses
 * frames. It also cuts connections, either on both sides or on one side only. In the latter case, the other side still
 * receives delayed frames.
 */
export async function startHostileProxy({ target, random }: { target: string; random: SeededRandom }) {
  const faults = { passed: 0, delayed: 0, repeated: 0, swapped: 0, lost: 0, cut: 0, halfCut: 0 };
  const state: ProxyState = { faults, isHostile: false, target, watchers: new Set() };
  const sockets = new Set<WebSocket>();
  let connections = 0;
  const track = (socket: WebSocket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  };

  const server = createServer((request, response) => forwardRequest(state.target, request, response));
  const accepting = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first! });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {});
    const onward = new WebSocket(
      `${state.target.replace('http', 'ws')}${request.url}`,
      (request.headers['sec-websocket-protocol'] ?? '').split(',').filter((name) => name !== ''),
      { headers: { Authorization: request.headers.authorization ?? '' }, perMessageDeflate: false },
    );
    track(onward);
    onward.on('error', () => socket.destroy());
    onward.on('unexpected-response', (_, answer) => {
      forwardRefusal(answer, socket);
      answer.on('end', () => onward.terminate());
    });
    onward.on('open', () =>
      accepting.handleUpgrade(request, socket, head, (inward) => {
        track(inward);
        const choices = random.fork(`connection ${connections++}`);
        relay(inward, onward, state, choices.fork('up'));
        relay(onward, inward, state, choices.fork('down'));
      }),
    );
  });
  const { url, [Symbol.asyncDispose]: dispose } = await listen(server);
  return {
    url,
    faults,
    /** Sets whether frames are damaged. */
    set hostile(value: boolean) {
      state.isHostile = value;
    },
    /** Sets the target, for a cloud that starts after the proxy. */
    set target(value: string) {
      state.target = value;
    },
    /** Resolves to the next frame in either direction that contains a text; rejects after a long time without one. */
    nextFrame: async (part: string): Promise<string> => {
      const found = Promise.withResolvers<string>();
      const watch = (frame: string) => {
        if (frame.includes(part)) found.resolve(frame);
      };
      state.watchers.add(watch);
      const limit = setTimeout(() => found.reject(new Error(`No frame has ${part}.`)), maxWait);
      try {
        return await found.promise;
      } finally {
        clearTimeout(limit);
        state.watchers.delete(watch);
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.terminate();
      await dispose();
    },
  };
}
