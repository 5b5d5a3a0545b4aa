import { maxControls, maxFrameBytes } from '@plenum/protocol/uplink';

/** A message from a bridge, and when it was received, by `elapsed`. */
export interface ReceivedMessage {
  readonly text: string;
  readonly receivedAt: number;
}

/** The messages of one connection, processed one after another. */
export interface ReceivedMessages {
  /** Adds a message. Returns false if more messages would be waiting than a bridge that follows the protocol sends. */
  add(message: ReceivedMessage): boolean;
  /** True while the socket must not be read because too many messages are waiting. */
  isBacklogged(): boolean;
  /** Drops the waiting messages. */
  clear(): void;
}

/** A bridge that follows the protocol has at most a change, its control results and some pings waiting. */
const maxMessages = 2 * maxControls + 32;
/** It sends large frames one at a time, since each change waits until the previous one is acknowledged. */
const maxLength = 2 * maxFrameBytes.bridge;
/** Limits above which the socket is no longer read until messages are processed. */
const backlog = { messages: 8, length: 65_536 };

/** Creates a queue. `process` must handle its own errors. */
export const createReceivedMessages = (
  process: (message: ReceivedMessage) => Promise<void>,
): ReceivedMessages => {
  const messages: ReceivedMessage[] = [];
  let length = 0;
  let isProcessing = false;

  const processAll = async () => {
    isProcessing = true;
    for (let message = messages.shift(); message !== undefined; message = messages.shift()) {
      length -= message.text.length;
      await process(message);
    }
    isProcessing = false;
  };

  return {
    add: (message) => {
      messages.push(message);
      length += message.text.length;
      if (messages.length > maxMessages || length > maxLength) return false;
      if (!isProcessing) void processAll();
      return true;
    },
    isBacklogged: () => messages.length >= backlog.messages || length >= backlog.length,
    clear: () => {
      messages.length = 0;
      length = 0;
    },
  };
};
