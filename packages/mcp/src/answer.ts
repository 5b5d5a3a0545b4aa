import { createMcpHandler } from '@modelcontextprotocol/server';
import { connectAssistedCloud } from './cloud-houses.ts';
import { createAssistantServer } from './server.ts';

/** A message from an assistant that has already been authorized by its token. */
export interface CloudMessage {
  readonly request: Request;
  /** The message as JSON. */
  readonly body: unknown;
  readonly url: string;
  readonly accessToken: string;
  /** Sends requests to the cloud with the assistant's token. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Responds to one message within a cloud, with the tools for the houses that the assistant's token allows. The cloud
 * checks all permissions, including those for garage doors. Nothing is retried here; the assistant receives the error
 * and decides.
 */
export function answerAssistant({ request, body, url, accessToken, fetch }: CloudMessage): Promise<Response> {
  const houses = connectAssistedCloud({ url, tokens: { accessToken }, fetch, maxAttempts: 1 });
  const options = { readOnly: false, allowGarage: true };
  // The list of tools never changes, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => createAssistantServer(houses, options), { maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: body });
}
