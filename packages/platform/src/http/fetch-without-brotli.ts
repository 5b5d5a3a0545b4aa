/**
 * The part of an undici handler that sees the headers of an answer: `onHeaders` up to undici 7 (Node 22 and 24), with names and
 * values in turn, `onResponseStart` since undici 8 (Node 26).
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

/** Throws on an answer in Brotli, which undici turns into the failure of its request. */
const refuseBrotli = (name: unknown, value: unknown): void => {
  if (/^content-encoding$/i.test(String(name)) && /\bbr\b/i.test(String(value)))
    throw new Error('the answer is compressed with Brotli, which was not asked for');
};

/** Adds the check to a handler, before `fetch`, which creates the decoder as soon as it has the headers. */
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

/** Passes requests on to the dispatcher that `fetch` itself would use, which has the proxies and certificates of this process. */
const dispatcher: Dispatcher = {
  dispatch: (options, handler) => {
    const version = handler.onResponseStart === undefined ? 1 : 2;
    const own = Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)) as Dispatcher;
    return own.dispatch(options, guard(handler));
  },
};

/**
 * Node's `fetch`, except that it requests no Brotli and refuses an answer in it before a decoder exists: Node's decoder
 * has had a fault that let a server write into memory (CVE-2026-111497). Rejects as `fetch` does, with the reason as
 * the cause.
 */
export const fetchWithoutBrotli: typeof globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set('Accept-Encoding', 'gzip, deflate');
  return fetch(input, { ...init, headers, dispatcher } as RequestInit);
};
