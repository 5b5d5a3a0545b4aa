import type { Catalogue } from '@plenum/protocol/command';
import { toGo } from './to-go.ts';
import { toPython } from './to-python.ts';

/** A file of an SDK, written by hand except for the part between two marks. */
interface SdkFile {
  readonly write: (catalogue: Catalogue) => string;
  /** The characters that begin a comment. */
  readonly comment: string;
  /** Number of empty lines around the generated part. */
  readonly space: string;
}

/** The files of the SDKs by their path from the root. */
export const sdkFiles: Readonly<Record<string, SdkFile>> = {
  'sdk/python/plenum.py': { write: toPython, comment: '#', space: '\n\n' },
  'sdk/go/plenum.go': { write: toGo, comment: '//', space: '\n' },
};

/** Returns the text of a file with its generated part replaced. Throws if a mark is missing. */
export function fillSdkFile(text: string, { write, comment, space }: SdkFile, catalogue: Catalogue): string {
  const first = `${comment} generated from the definitions (npm run contracts)\n`;
  const last = `${comment} end of generated\n`;
  const [head, rest] = text.split(first);
  const tail = rest?.split(last)[1];
  if (head === undefined || tail === undefined)
    throw new TypeError('The marks of the generated part are missing.');
  return `${head}${first}${space}${write(catalogue)}\n${space}${last}${tail}`;
}
