import { maxControls, maxFrameBytes } from '@plenum/protocol/uplink';

/** A message of a bridge, and when it was received, by `elapsed`. */
export interface ReceivedMessage {
  readonly text: string;
  readonly receivedAt: number;
}

/** The messages of one connection, processed one after another. */
export interface Inbox {
  /** Adds a message; false where more would wait than a bridge that follows the protocol sends. */
  add(message: ReceivedMessage): boolean;
  /** Whether so much waits that the socket should not be read for now. */
  isBacklogged(): boolean;
  /** Drops the messages that wait. */
  clear(): void;
}

/** A bridge that follows the protocol has sent a change, its results and some pings that wait. */
const maxMessages = 2 * maxControls + 32;
/** Of large frames it sends one at a time, since a change waits until the one before is acknowledged. */
const maxLength = 2 * maxFrameBytes.bridge;
/** What may wait before the socket is not read any more. */
const backlog = { messages: 8, length: 65_536 };

/** `process` handles its errors itself. */
export const createInbox = (process: (message: ReceivedMessage) => Promise<void>): Inbox => {
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
