import { createMcpHandler } from '@modelcontextprotocol/server';
import { connectAssistedCloud } from './cloud-houses.ts';
import { createAssistantServer } from './server.ts';

/** A message of an assistant that reached a cloud with a valid token. */
export interface CloudMessage {
  readonly request: Request;
  /** The JSON of the message. */
  readonly body: unknown;
  /** The origin of the cloud. */
  readonly url: string;
  readonly accessToken: string;
  /** Sends requests to the cloud with that token. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Answers one message within a cloud, with the tools for the houses that its token allows. Only the cloud decides what
 * is allowed, including garage doors, and nothing is retried here: the assistant gets the sentence and decides.
 */
export const answerAssistant = ({
  request,
  body,
  url,
  accessToken,
  fetch,
}: CloudMessage): Promise<Response> => {
  const houses = connectAssistedCloud({ url, tokens: { accessToken }, fetch, maxAttempts: 1 });
  const options = { readOnly: false, allowGarage: true };
  // The list of tools never changes, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => createAssistantServer(houses, options), { maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: body });
};
