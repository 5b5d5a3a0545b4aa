import { CloudError } from './cloud-error.ts';

/** Sends requests; default: Node's `fetch`, without Brotli. */
export type Fetch = typeof globalThis.fetch;

export interface Post {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
}

/** Follows no redirects: they would send the token elsewhere. */
const request = async (fetch: Fetch, url: string, { signal, ...init }: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { ...init, redirect: 'error', ...(signal != null && { signal }) });
  } catch (cause) {
    throw toNetworkError(url, cause);
  }
};

export const post = (fetch: Fetch, { url, headers = {}, body, signal }: Post): Promise<Response> =>
  request(fetch, url, { method: 'POST', headers, body, signal: signal ?? null });

export const get = (fetch: Fetch, { url, headers = {}, signal }: Omit<Post, 'body'>): Promise<Response> =>
  request(fetch, url, { headers, signal: signal ?? null });

/** Creates the error for a response that is missing or incomplete. */
export function toNetworkError(url: string, cause: unknown): CloudError {
  if (cause instanceof CloudError) return cause;
  const { name, message, cause: deeper } = (cause ?? {}) as Error & { cause?: Error };
  if (name === 'TimeoutError') return new CloudError('timeout', `${url} did not answer in time.`, { cause });
  const why = deeper?.message || message || 'the connection broke';
  return new CloudError('unreachable', `${url} cannot be reached: ${why}.`, { cause });
}
