import { CloudError } from './cloud-error.ts';

/** How requests leave this process; `fetch` of the platform unless told. */
export type Fetch = typeof globalThis.fetch;

export interface Post {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
}

/** A redirect would carry the token elsewhere, so none is followed. */
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

/** Why nothing came, or only a part. */
export const toNetworkError = (url: string, cause: unknown): CloudError => {
  if (cause instanceof CloudError) return cause;
  const { name, message, cause: deeper } = (cause ?? {}) as Error & { cause?: Error };
  if (name === 'TimeoutError') return new CloudError('timeout', `${url} did not answer in time.`, { cause });
  const why = deeper?.message || message || 'the connection broke';
  return new CloudError('unreachable', `${url} cannot be reached: ${why}.`, { cause });
};
