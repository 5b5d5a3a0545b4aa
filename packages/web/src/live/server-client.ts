import { appHeader, pageApp } from '@plenum/protocol/extension';
import { type Degrees, readRefusalText, refusalType } from '@plenum/protocol/refusal';
import { describeRefusal } from '../text/refusal-text.ts';
import { t } from '../text/text.ts';

/** The error of a request, as a sentence. */
export interface RequestError {
  readonly sentence: string;
  /** The stable code of a refusal, if the refusal contains data. */
  readonly code?: string;
}

export const isRequestError = (answer: unknown): answer is RequestError =>
  typeof answer === 'object' && answer !== null && 'sentence' in answer;

/** Sends requests to the bridge that served the page, or to the cloud in front of it. */
export interface ServerClient {
  readonly fetch: typeof fetch;
  readonly headers: () => Record<string, string>;
  /** Resolves to the JSON at a path; `undefined` for 404. Throws any other refusal as an error. */
  get(path: string): Promise<unknown>;
  /** Posts JSON. Resolves to the error if the request was refused. */
  post(path: string, body: unknown, prefer?: string): Promise<RequestError | undefined>;
}

/** Creates the error for a refusal: `{ERROR: sentence}` (interface 7). */
export const toRequestError = (text: string, status: number): RequestError => ({
  sentence: /^\{ERROR:? ?(.*)\}$/s.exec(text.trim())?.[1] ?? t('live.badStatus', { status }),
});

/** Timeout of a change, in ms. A step of a simulated year takes some seconds. */
const changeTimeout = 60_000;
/** Timeout of a read, in ms; short, so that it is repeated soon. */
const readTimeout = 20_000;

/** Reads the error in a response. A refusal that contains data becomes a sentence in the reader's units. */
export const readRequestError = (
  { headers, status }: Response,
  text: string,
  degrees: Degrees,
): RequestError =>
  headers.get('content-type') === refusalType
    ? {
        sentence: readRefusalText(text, degrees, describeRefusal),
        code: (JSON.parse(text) as { code: string }).code,
      }
    : toRequestError(text, status);

/** The keys for requests: the access key, and the installer key once it was entered; `null` if there is none. */
export interface Keys {
  readonly access: () => string | null;
  readonly installer: () => string | null;
}

/** Creates a client of the bridge that served the page, with its keys and the reader's temperature scale. */
export function createServerClient(
  fetch: typeof globalThis.fetch,
  keys: Keys,
  degrees: () => Degrees,
): ServerClient {
  const headers = (): Record<string, string> => {
    const access = keys.access();
    const installer = keys.installer();
    return {
      [appHeader]: pageApp,
      ...(access !== null && { Authorization: `Bearer ${access}` }),
      ...(installer !== null && { 'Plenum-Installer-Key': installer }),
    };
  };
  const send = (path: string, timeout: number, more: RequestInit = {}, prefer?: string) =>
    fetch(path, {
      ...more,
      headers: {
        ...headers(),
        Accept: `${refusalType}, */*`,
        ...(prefer !== undefined && { Prefer: prefer }),
      },
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    });
  return {
    fetch,
    headers,
    get: async (path) => {
      const response = await send(path, readTimeout).catch((cause) => {
        throw new Error(`${t('live.noAnswer')}.`, { cause });
      });
      if (response.ok) return response.json();
      if (response.status === 404) return undefined;
      throw new Error(readRequestError(response, await response.text(), degrees()).sentence);
    },
    post: async (path, body, prefer) => {
      try {
        const response = await send(
          path,
          changeTimeout,
          { method: 'POST', body: JSON.stringify(body) },
          prefer,
        );
        const text = await response.text();
        if (response.ok && !text.startsWith('{ERROR')) return undefined;
        return readRequestError(response, text, degrees());
      } catch {
        return { sentence: t('live.noAnswerChange') };
      }
    },
  };
}
