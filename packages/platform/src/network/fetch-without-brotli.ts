import { runInThisContext } from 'node:vm';

/**
 * The methods of an undici handler that get the headers of a response: `onHeaders` up to undici 7 (Node 22 and 24),
 * with alternating names and values, `onResponseStart` since undici 8 (Node 26).
 */
interface Handler {
  onHeaders?(status: number, headers: readonly unknown[], ...rest: readonly unknown[]): unknown;
  onResponseStart?(
    controller: unknown,
    status: number,
    headers: Readonly<Record<string, unknown>>,
    ...rest: readonly unknown[]
  ): unknown;
}

interface Dispatcher {
  dispatch(options: object, handler: Handler): boolean;
}

/** Throws if a response is in Brotli; undici then fails the request with this error. */
const refuseBrotli = (name: unknown, value: unknown): void => {
  if (/^content-encoding$/i.test(String(name)) && /\bbr\b/i.test(String(value)))
    throw new Error('the answer is compressed with Brotli, which was not asked for');
};

/** Adds the check to a handler, so that it runs before `fetch` creates a decoder for the headers. */
const guard = (handler: Handler): Handler => {
  const { onHeaders, onResponseStart } = handler;
  const guarded: Handler = Object.create(handler);
  if (onHeaders !== undefined)
    guarded.onHeaders = function (status, headers, ...rest) {
      for (let n = 0; n < headers.length; n += 2) refuseBrotli(headers[n], headers[n + 1]);
      return onHeaders.call(this, status, headers, ...rest);
    };
  if (onResponseStart !== undefined)
    guarded.onResponseStart = function (controller, status, headers, ...rest) {
      for (const [name, value] of Object.entries(headers)) refuseBrotli(name, value);
      return onResponseStart.call(this, controller, status, headers, ...rest);
    };
  return guarded;
};

/**
 * The global object that `fetch` belongs to and has its dispatchers on. Jest runs programs in a separate context,
 * whose global object is another one.
 */
const globalOfFetch: object = runInThisContext('globalThis');

/** Passes requests to the dispatcher that `fetch` would use, with the proxies and certificates of this process. */
const dispatcher: Dispatcher = {
  dispatch: (options, handler) => {
    const version = handler.onResponseStart === undefined ? 1 : 2;
    const own = Reflect.get(globalOfFetch, Symbol.for(`undici.globalDispatcher.${version}`)) as Dispatcher;
    return own.dispatch(options, guard(handler));
  },
};

/**
 * Node's `fetch`, except that it does not request Brotli, and refuses a Brotli response before a decoder is created:
 * Node's decoder has had a fault that allowed a server to write into memory (CVE-2026-111497). Rejects like `fetch`,
 * with the reason as the cause.
 */
export const fetchWithoutBrotli: typeof globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set('Accept-Encoding', 'gzip, deflate');
  return fetch(input, { ...init, headers, dispatcher } as RequestInit);
};
