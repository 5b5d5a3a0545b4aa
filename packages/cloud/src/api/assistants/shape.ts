/** One message of an assistant, received by `POST /mcp` with a valid token. */
export interface AssistantMessage {
  /** Method, URL, headers and signal of the request. The signal is aborted when the assistant disconnects. */
  readonly request: Request;
  /** The parsed JSON, which holds one message. */
  readonly body: unknown;
  /** Public origin of this cloud. */
  readonly url: string;
  readonly accessToken: string;
  /**
   * Calls this cloud without a socket, with the access that `accessToken` grants. Works until the assistant disconnects
   * or the message times out.
   */
  readonly fetch: typeof globalThis.fetch;
}

/** Responds to a message of the Model Context Protocol over streamable HTTP. */
export type AnswerAssistant = (message: AssistantMessage) => Promise<Response>;
