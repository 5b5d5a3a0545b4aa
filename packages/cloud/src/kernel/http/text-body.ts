import { Readable } from 'node:stream';
import { type Clock, machineOf } from '@plenum/platform';

/**
 * Maximum number of characters of a text that is sent whole, with its length. A longer one is sent as its client reads
 * it.
 */
const maxWhole = 262_144;

/**
 * Converts a text in pieces to a body that its client has to read within a time in ms. A short one becomes a string, so
 * that an error of its source can still become a proper response.
 */
export async function toTextBody(
  pieces: AsyncGenerator<string>,
  { clock, within }: { readonly clock: Clock; readonly within: number },
): Promise<string | Readable> {
  let start = '';
  while (start.length < maxWhole) {
    const next = await pieces.next();
    if (next.done) return start;
    start += next.value;
  }
  const all = async function* () {
    yield start;
    yield* pieces;
  };
  const stream = Readable.from(all(), { objectMode: false });
  const cancel = machineOf(clock).after(within, () => stream.destroy());
  return stream.once('close', () => {
    cancel();
    void pieces.return(undefined);
  });
}
