import { randomUUID } from 'node:crypto';

/** The response of a cloud to a request of an app. */
export interface AppResponse {
  readonly status: number;
  /** `none` if the cloud did not process the request, but responded with something else. */
  readonly result: string;
  /** The sentence of a refusal. */
  readonly detail: string | undefined;
  /** The components in the response to a Discover. */
  readonly devices: readonly { readonly componentId: string; readonly datagram: object }[] | undefined;
}

/** Sends a request of an app to a cloud. Without an id it gets a new one. `timeout` is in ms. */
export async function requestAsApp(
  {
    url,
    token,
    timeout = 15_000,
  }: { readonly url: string; readonly token: string; readonly timeout?: number },
  body: object,
): Promise<AppResponse> {
  const answer = await fetch(`${url}/dev`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ requestId: randomUUID(), ...body }),
    signal: AbortSignal.timeout(timeout),
  });
  const { response } = (await answer.json()) as { response?: Partial<AppResponse> };
  const { result = 'none', detail, devices } = response ?? {};
  return { status: answer.status, result, detail, devices };
}
