import { ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { ClimateCloud } from '@plenum/contracts/grpc';
import type { Json } from '../bridge/read/readings.ts';

/** The end of a call; the status is `undefined` if there was no response. */
interface GrpcEnd {
  readonly status: number | undefined;
  readonly sentence: string;
}

/** A call of the service over gRPC. */
export interface GrpcCall extends Disposable {
  /** Waits for a matching message; `undefined` if none arrives before the call ends or times out. */
  next(isWanted: (message: Json) => boolean): Promise<Json | undefined>;
  /** All messages so far. */
  readonly messages: readonly Json[];
  readonly ended: Promise<GrpcEnd>;
}

/** Address of a cloud; the timeout in ms applies to each call and to each expected message. */
interface GrpcAddress {
  readonly url: string;
  readonly timeout: number;
}

/** Maximum size of a message in bytes. */
const maxBytes = 16_777_216;

/** If the connection failed, the error's `cause` is a system error, and the status did not come from the server. */
const toEnd = (error: unknown): GrpcEnd => {
  const { code, rawMessage, cause } = ConnectError.from(error);
  const isAnswered = typeof (cause as NodeJS.ErrnoException | undefined)?.code !== 'string';
  return { status: isAnswered ? code : undefined, sentence: rawMessage };
};

/** Yields the messages of one call, for a method with a single response or a stream. */
async function* answersOf({ url, timeout }: GrpcAddress, name: string, request: Json, signal: AbortSignal) {
  const sessionManager = new Http2SessionManager(url);
  const transport = createGrpcTransport({ baseUrl: url, readMaxBytes: maxBytes, sessionManager });
  const client = createClient(ClimateCloud, transport);
  try {
    if (name === 'Watch') yield* client.watch(request, { signal });
    else {
      const method = name.toLowerCase() as 'discover' | 'query' | 'control';
      yield await client[method](request, { signal, timeoutMs: timeout });
    }
  } finally {
    sessionManager.abort();
  }
}

/** Calls a method of the service. */
export function callGrpc(address: GrpcAddress, name: string, request: Json): GrpcCall {
  const closing = new AbortController();
  const messages: Json[] = [];
  const watchers = new Set<() => void>();
  const follow = async (): Promise<GrpcEnd> => {
    try {
      for await (const message of answersOf(address, name, request, closing.signal)) {
        messages.push(message as Json);
        for (const watch of [...watchers]) watch();
      }
      return { status: 0, sentence: '' };
    } catch (error) {
      return toEnd(error);
    }
  };
  const ended = follow();

  return {
    messages,
    ended,
    next: async (isWanted) => {
      const found = Promise.withResolvers<Json | undefined>();
      const watch = () => {
        const wanted = messages.find(isWanted);
        if (wanted !== undefined) found.resolve(wanted);
      };
      void ended.then(() => found.resolve(messages.find(isWanted)));
      const limit = setTimeout(() => found.resolve(undefined), address.timeout);
      watchers.add(watch);
      watch();
      const wanted = await found.promise;
      clearTimeout(limit);
      watchers.delete(watch);
      return wanted;
    },
    [Symbol.dispose]: () => closing.abort(),
  };
}
