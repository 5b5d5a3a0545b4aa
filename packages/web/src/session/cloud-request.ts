import type { RecordOf } from '@plenum/protocol/console';

/** Why the cloud refused a request: a stable code, and one sentence for the reader. */
export type Refusal = RecordOf<'Refusal'>;

/** Thrown where the cloud refused a request; its message is the sentence. */
export class RefusedError extends Error {
  readonly code: string;
  constructor({ code, sentence }: Refusal) {
    super(sentence);
    this.code = code;
  }
}

/** The response of the cloud: a value (undefined where the response is empty), or a refusal. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** The options of a request. */
export interface RequestOptions {
  /** JSON; there is none in a request that only reads. */
  readonly body?: object;
  readonly formToken?: string | undefined;
}

/** Sends one request to the cloud that served the page. Every failure is a refusal. */
export type SendRequest = <T>(path: string, sending?: RequestOptions) => Promise<Answer<T>>;

/** Codes of refusals that the page makes itself: no answer, or an answer of unknown shape. */
export const unreachable = 'unreachable';
const unknown = 'unknown';

const refuse = (code: string, sentence: string) => ({ ok: false, refusal: { code, sentence } }) as const;

const toJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The refusal in an answer: `{code, sentence}` of the account and the console, or the sentence of the door itself
 * (interface 7).
 */
export const toRefusal = (status: number, text: string): Refusal => {
  const said = toJson(text) as Partial<Refusal> & { response?: { result?: string; detail?: string } };
  if (typeof said?.code === 'string' && typeof said.sentence === 'string')
    return { code: said.code, sentence: said.sentence };
  const { result = unknown, detail } = said?.response ?? {};
  return { code: result, sentence: detail ?? `The cloud answered with status ${status}.` };
};

/** Milliseconds until a request fails; the cloud itself waits ten seconds for a bridge. */
export const requestTimeout = 30_000;

/** The sentence where the cloud does not answer. */
export const noAnswer = 'The cloud does not answer.';
const nothingChanged = 'The cloud does not answer; nothing was changed.';

export const createSendRequest =
  (fetch: typeof globalThis.fetch): SendRequest =>
  async <T>(path: string, { body, formToken }: RequestOptions = {}): Promise<Answer<T>> => {
    const isChange = body !== undefined;
    try {
      const response = await fetch(path, {
        method: isChange ? 'POST' : 'GET',
        headers: {
          ...(isChange && { 'Content-Type': 'application/json' }),
          ...(formToken !== undefined && { 'X-Form-Token': formToken }),
        },
        ...(isChange && { body: JSON.stringify(body) }),
        cache: 'no-store',
        signal: AbortSignal.timeout(requestTimeout),
      });
      const text = await response.text();
      if (!response.ok) return { ok: false, refusal: toRefusal(response.status, text) };
      return { ok: true, value: (text === '' ? undefined : JSON.parse(text)) as T };
    } catch {
      return refuse(unreachable, isChange ? nothingChanged : noAnswer);
    }
  };
