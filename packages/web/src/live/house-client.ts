import { type Degrees, readRefusalText, refusalType } from '@plenum/protocol/refusal';

/** What a bridge said instead of doing what it was asked. */
export interface RequestError {
  readonly sentence: string;
}

export const isRequestError = (answer: unknown): answer is RequestError =>
  typeof answer === 'object' && answer !== null && 'sentence' in answer;

/** How the page speaks to the bridge it came from. */
export interface HouseClient {
  readonly fetch: typeof fetch;
  readonly headers: () => Record<string, string>;
  /** The JSON at a path; throws its refusal as an error. Undefined where there is nothing at it. */
  get(path: string): Promise<unknown>;
  /** Posts JSON; what was said where it was not done. */
  post(path: string, body: unknown): Promise<RequestError | undefined>;
}

const noAnswer = 'The bridge does not answer';
const noAnswerError: RequestError = { sentence: `${noAnswer}; nothing was changed.` };

/** The sentence of a refusal: `{ERROR: sentence}` (interface 7). */
export const toRequestError = (text: string, status: number): RequestError => ({
  sentence: /^\{ERROR:? ?(.*)\}$/s.exec(text.trim())?.[1] ?? `The bridge answered with status ${status}.`,
});

/** Milliseconds an answer may take; a step of a year takes some seconds. */
const timeout = 60_000;

/** What a bridge refused with: its sentence, made here in the reader's units where it came as data. */
const readRequestError = ({ headers, status }: Response, text: string, degrees: Degrees): RequestError =>
  headers.get('content-type') === refusalType
    ? { sentence: readRefusalText(text, degrees) }
    : toRequestError(text, status);

/** A way to ask the bridge the page came from, with the access key and in the degrees a reader chose. */
export const createHouseClient = (
  fetch: typeof globalThis.fetch,
  key: () => string | null,
  degrees: () => Degrees,
): HouseClient => {
  const headers = (): Record<string, string> => {
    const known = key();
    return known === null ? {} : { Authorization: `Bearer ${known}` };
  };
  const send = (path: string, more: RequestInit = {}) =>
    fetch(path, {
      ...more,
      headers: { ...headers(), Accept: `${refusalType}, */*` },
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    });
  return {
    fetch,
    headers,
    get: async (path) => {
      const response = await send(path).catch((cause) => {
        throw new Error(`${noAnswer}.`, { cause });
      });
      if (response.ok) return response.json();
      if (response.status === 404) return undefined;
      throw new Error(readRequestError(response, await response.text(), degrees()).sentence);
    },
    post: async (path, body) => {
      try {
        const response = await send(path, { method: 'POST', body: JSON.stringify(body) });
        const text = await response.text();
        if (response.ok && !text.startsWith('{ERROR')) return undefined;
        return readRequestError(response, text, degrees());
      } catch {
        return noAnswerError;
      }
    },
  };
};
