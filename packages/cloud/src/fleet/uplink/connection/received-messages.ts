import { maxControls, maxFrameBytes } from '@plenum/protocol/uplink';

/** A message from a bridge, and when it was received, by `elapsed`. */
export interface ReceivedMessage {
  readonly text: string;
  readonly receivedAt: number;
}

/** A bridge that follows the protocol has at most a change, its control results and some pings waiting. */
const maxMessages = 2 * maxControls + 32;
/** It sends large frames one at a time, since each change waits until the previous one is acknowledged. */
const maxLength = 2 * maxFrameBytes.bridge;
/** Limits above which the socket is no longer read until messages are processed. */
const backlog = { messages: 8, length: 65_536 };

/** The messages of one connection, processed one after another. */
export class ReceivedMessages {
  /** Must handle its own errors. */
  readonly #process: (message: ReceivedMessage) => Promise<void>;
  readonly #messages: ReceivedMessage[] = [];
  #length = 0;
  #isProcessing = false;

  constructor(process: (message: ReceivedMessage) => Promise<void>) {
    this.#process = process;
  }

  /** Adds a message. Returns false if more messages would be waiting than a bridge that follows the protocol sends. */
  add(message: ReceivedMessage): boolean {
    this.#messages.push(message);
    this.#length += message.text.length;
    if (this.#messages.length > maxMessages || this.#length > maxLength) return false;
    if (!this.#isProcessing) void this.#processAll();
    return true;
  }

  /** True while the socket must not be read because too many messages are waiting. */
  isBacklogged(): boolean {
    return this.#messages.length >= backlog.messages || this.#length >= backlog.length;
  }

  /** Drops the waiting messages. */
  clear(): void {
    this.#messages.length = 0;
    this.#length = 0;
  }

  async #processAll(): Promise<void> {
    this.#isProcessing = true;
    for (let message = this.#messages.shift(); message !== undefined; message = this.#messages.shift()) {
      this.#length -= message.text.length;
      await this.#process(message);
    }
    this.#isProcessing = false;
  }
}
