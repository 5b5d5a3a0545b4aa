import type { Clock } from '@plenum/machine';

/** An answer of a cloud over HTTP: its status, the members of its JSON object, and how far its clock is ahead in ms. */
export interface CloudAnswer {
  readonly status: number;
  readonly members: Readonly<Record<string, unknown>>;
  readonly ahead: number;
}

/** What is asked: a form, or JSON, with a bearer token or none. */
export interface CloudQuestion {
  readonly url: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bearer?: string;
}

const maxMilliseconds = 15_000;
const maxCharacters = 65_536;

/** How far the clock that wrote a `Date` header is ahead of ours, in ms; 0 where there is none. */
export const toAhead = (date: string | null | undefined, now: number): number => {
  const theirs = Date.parse(date ?? '');
  return Number.isNaN(theirs) ? 0 : theirs - now;
};

/** The body of an answer, read no further than it may be long: an endless one is not kept. */
const readBody = async ({ body }: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > maxCharacters) throw new Error('the answer is too long');
  }
  return text + decoder.decode();
};

const toMembers = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** Asks a cloud over HTTP. Throws an error with words where none answers; redirects are not followed. */
export const askCloud = async (
  { url, form, json, bearer }: CloudQuestion,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<CloudAnswer> => {
  const body = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form).toString();
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(maxMilliseconds)]),
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': type }),
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body: body as string }),
  });
  return {
    status: answer.status,
    members: toMembers(await readBody(answer)),
    ahead: toAhead(answer.headers.get('date'), clock.now()),
  };
};
