import { CloudError } from './cloud-error.ts';

/** Sends requests; default: `fetch` of the platform. */
export type Fetch = typeof globalThis.fetch;

export interface Post {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
}

/** Follows no redirects: they would send the token elsewhere. */
export const post = async (fetch: Fetch, { url, headers = {}, body, signal }: Post): Promise<Response> => {
  try {
    return await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      ...(signal !== undefined && { signal }),
    });
  } catch (cause) {
    throw toNetworkError(url, cause);
  }
};

/** The error for a response that is missing or incomplete. */
export const toNetworkError = (url: string, cause: unknown): CloudError => {
  if (cause instanceof CloudError) return cause;
  const { name, message, cause: deeper } = (cause ?? {}) as Error & { cause?: Error };
  if (name === 'TimeoutError') return new CloudError('timeout', `${url} did not answer in time.`, { cause });
  const why = deeper?.message || message || 'the connection broke';
  return new CloudError('unreachable', `${url} cannot be reached: ${why}.`, { cause });
};
