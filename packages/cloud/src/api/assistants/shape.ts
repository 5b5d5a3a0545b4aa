/** One message of an assistant, as it reached `POST /mcp` with a valid token. */
export interface AssistantMessage {
  /** Its method, address and headers; aborted when the assistant hangs up. */
  readonly request: Request;
  /** Its JSON, one message. */
  readonly body: unknown;
  /** The origin of this cloud. */
  readonly url: string;
  readonly accessToken: string;
  /**
   * Reaches this cloud without a socket, as far as `accessToken` allows, until the assistant hangs up or the time of a message
   * is over.
   */
  readonly fetch: typeof globalThis.fetch;
}

/** Answers a message of the Model Context Protocol over streamable HTTP. */
export type AnswerAssistant = (message: AssistantMessage) => Promise<Response>;
