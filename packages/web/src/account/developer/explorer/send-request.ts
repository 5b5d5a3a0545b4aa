import { t } from '../../../text/text.ts';
/** The response of `/dev`, or the reason why there is none. Times in ms. */
export type ApiResponse =
  | {
      readonly status: number;
      readonly took: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly text: string;
    }
  | { readonly sentence: string };

/** The displayed response headers. */
const shownHeaders = ['content-type', 'ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate'];

/** Timeout of a request, in ms. The cloud waits 10,000 for a bridge. */
const timeout = 30_000;

/** Sends a request as an app does: to `/dev`, with an access token and without the session. */
export async function sendRequest(request: object, accessToken: string): Promise<ApiResponse> {
  const began = performance.now();
  try {
    const response = await fetch('/dev', {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    const headers = shownHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    return { status: response.status, took: performance.now() - began, headers, text };
  } catch {
    return { sentence: t('console.cloudSilent') };
  }
}
