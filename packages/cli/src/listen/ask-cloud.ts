import { fetchWithoutBrotli } from '@plenum/platform/fetch';
import { failed } from '../failure.ts';

/** A cloud, and the value of `Authorization` for an app there. */
export interface CloudAccess {
  readonly cloud: string;
  readonly authorization: () => Promise<string>;
}

/** The result of a request: a response, or the sentence of why there is none and if another attempt may help. */
export type CloudReply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly sentence: string; readonly mayHelp: boolean; readonly error?: string };

const read = async (response: Response): Promise<Record<string, unknown>> => {
  const value: unknown = await response.json().catch(() => undefined);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
};

/** Posts a JSON body to a path of `plenum listen` at a cloud. Rejects only if access is not allowed. */
export async function askCloud<Value>(
  { cloud, authorization }: CloudAccess,
  path: string,
  body: object,
): Promise<CloudReply<Value>> {
  const headers = { authorization: await authorization(), 'content-type': 'application/json' };
  let response: Response;
  try {
    response = await fetchWithoutBrotli(`${cloud}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(20_000),
    });
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error && cause.message !== '' ? cause.message : message;
    return { ok: false, sentence: `${cloud} cannot be reached: ${why}.`, mayHelp: true };
  }
  const value = await read(response);
  if (response.ok) return { ok: true, value: value as Value };
  const { sentence, error } = value;
  if (typeof sentence === 'string' && typeof error === 'string')
    return { ok: false, sentence, error, mayHelp: response.status === 429 || response.status >= 500 };
  return {
    ok: false,
    sentence: `${cloud} answered ${response.status}; it may be an older release, or another program.`,
    mayHelp: response.status >= 500,
  };
}

/** Returns the value of a reply, or throws its sentence. */
export function expectReply<Value>(reply: CloudReply<Value>): Value {
  if (!reply.ok) throw failed(reply.sentence);
  return reply.value;
}
