import type { Readable } from 'node:stream';

/**
 * Maximum number of bytes of a refused body that are discarded. Closing a connection with unread bytes resets it, and
 * its client may then never read the refusal.
 */
const maxDiscarded = 1_048_576;

/**
 * Reads and discards the rest of a body that is refused, and calls `done` once: with true at its end, or with false
 * after 1 MiB or when the client disconnects.
 */
export function discardBody(body: Readable, done: (isWhole: boolean) => void): void {
  let length = 0;
  const finish = (isWhole: boolean) => {
    body.off('data', receive).off('end', end).off('error', leave).off('close', leave);
    done(isWhole);
  };
  const receive = (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxDiscarded) finish(false);
  };
  const end = () => finish(true);
  const leave = () => finish(false);
  body.on('data', receive).on('end', end).on('error', leave).on('close', leave);
}
