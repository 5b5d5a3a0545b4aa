import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { text as readAll } from 'node:stream/consumers';
import { startBridge } from '@plenum/bridge';
import { systemClock } from '@plenum/platform';
import { createDataFolder } from '@plenum/testbed/data-folder';
import fc from '@plenum/testbed/fast-check';
import { toShippedHouse } from '@plenum/testbed/house';
import { listen } from '@plenum/testbed/listen';
import { assertPublic } from '../internal-text.ts';
import { bytesLike, jsonLike } from '../mutate.ts';
import { target } from '../target.ts';
import { assertAnswered, exchange, isAccepted, orHang, type Request, toBytes } from './exchange.ts';

/** The clock of the bridge in front of the device runs this many times as fast, so that it reads often. */
const speed = 50;
/** Interval between two reads of all fields, on that clock, in ms. */
const interval = 5_000;

/** Another response to a query; `query` is its number among the queries that the bridge sends. */
interface Changed {
  readonly query: number;
  readonly response: Buffer;
}

interface AttachedCase {
  readonly changed: readonly Changed[];
}

/** Returns a query as a real device would receive it. */
const toRequest = async (given: IncomingMessage): Promise<Request> => ({
  method: given.method ?? 'GET',
  target: given.url ?? '/',
  body: await readAll(given),
});

/** Separates the head of a response from its body. */
const split = (response: string): readonly [head: string, body: string] => {
  const at = response.indexOf('\r\n\r\n') + 4;
  return [response.slice(0, at), response.slice(at)];
};

const toResponse = (head: string, body: string): Buffer => {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(head.replace(/^Content-Length: \d+/im, `Content-Length: ${bytes.length}`), 'latin1'),
    bytes,
  ]);
};

/** A bridge in front of a hostile device: it must not fail itself, and still answers queries. */
export const attached = target<AttachedCase>({
  name: 'devices behind the bridge',
  weight: 1,
  start: async (stack) => {
    const common = {
      httpPort: 0,
      udpPort: 0,
      notifyAddress: '127.0.0.1',
      notifyPort: 9,
      dataDir: stack.use(createDataFolder()).path,
    };
    const behind = stack.use(await startBridge({ ...common, house: toShippedHouse('demo'), timeScale: 0 }));
    /** The response to each query, as a device that is not Plenum would send it. */
    const responses = new Map<string, { readonly request: Request; readonly response: string }>();
    const changed = new Map<string, Buffer>();
    let count = 0;
    let onRequest = () => {};
    const respond = async (request: Request): Promise<Buffer> => {
      if (request.method === 'GET') return Buffer.from('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      const key = `${request.target} ${request.body}`;
      const other = changed.get(key);
      if (other !== undefined) return other;
      // The time of the house behind it stands still, so the device need not be asked again.
      const response =
        responses.get(key)?.response ??
        (await exchange(behind.http.port, toBytes(request))).text.replace(/^Server: .*\r\n/m, '');
      responses.set(key, { request, response });
      return Buffer.from(response, 'latin1');
    };
    const device = createServer(async (given) => {
      const { socket } = given;
      socket.end(await respond(await toRequest(given)));
      count++;
      onRequest();
    });
    const { port } = stack.use(await listen(device));
    const failures: unknown[] = [];
    const front = stack.use(
      await startBridge({
        ...common,
        dataDir: stack.use(createDataFolder()).path,
        attach: { host: '127.0.0.1', port, interval, pause: 0, notifyPort: false, id: 'own' },
        clock: { ...systemClock, after: (milliseconds, run) => systemClock.after(milliseconds / speed, run) },
        log: { info: () => {}, warn: () => {}, error: (about, text) => void failures.push([about, text]) },
      }),
    );
    // The bridge first tries the words of each dialect, of which the device refuses some.
    const queries = [...responses.entries()].filter(([, { response }]) =>
      split(response)[1].startsWith('{"'),
    );
    const cases = queries.map(([, { response }], query) => {
      const [head, body] = split(response);
      const bytes = Buffer.from(response, 'latin1');
      return fc.record({
        query: fc.constant(query),
        response: fc.oneof(
          { weight: 4, arbitrary: jsonLike([JSON.parse(body)]).map((text) => toResponse(head, text)) },
          { weight: 1, arbitrary: bytesLike([bytes]) },
        ),
      });
    });
    return {
      cases: fc.record({ changed: fc.array(fc.oneof(...cases), { minLength: 1, maxLength: 6 }) }),
      check: async (given) => {
        for (const { query, response } of given.changed) changed.set(queries[query]![0], response);
        // A changed response can make the bridge leave out queries, so it may never send all that are changed.
        const read = Promise.withResolvers<void>();
        const enough = count + queries.length;
        onRequest = () => (count >= enough ? read.resolve() : undefined);
        await orHang('the bridge no longer reads the device', read.promise);
        let areAccepted = true;
        for (const { query } of given.changed) {
          const bytes = toBytes(queries[query]![1].request);
          const answer = await exchange(front.http.port, bytes);
          assertAnswered(bytes, answer);
          assertPublic(answer.text);
          areAccepted &&= isAccepted(answer);
        }
        changed.clear();
        const [failure] = failures.splice(0);
        assert.equal(failure, undefined, 'the bridge failed');
        return areAccepted;
      },
    };
  },
});
