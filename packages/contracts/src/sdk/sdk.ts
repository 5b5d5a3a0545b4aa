import type { Catalogue } from '@plenum/protocol/command';
import { toGo } from './to-go.ts';
import { toPython } from './to-python.ts';

/** A file of an SDK: by hand, but for the part between its two marks. */
interface SdkFile {
  readonly write: (catalogue: Catalogue) => string;
  /** How a comment begins. */
  readonly comment: string;
  /** The empty lines around the part. */
  readonly space: string;
}

/** The files of the SDKs, by their path from the root. */
export const sdkFiles: Readonly<Record<string, SdkFile>> = {
  'sdk/python/plenum.py': { write: toPython, comment: '#', space: '\n\n' },
  'sdk/go/plenum.go': { write: toGo, comment: '//', space: '\n' },
};

/** The text of a file with its generated part written anew; throws where its marks are missing. */
export const fillSdkFile = (
  text: string,
  { write, comment, space }: SdkFile,
  catalogue: Catalogue,
): string => {
  const first = `${comment} generated from the definitions (npm run contracts)\n`;
  const last = `${comment} end of generated\n`;
  const [head, rest] = text.split(first);
  const tail = rest?.split(last)[1];
  if (head === undefined || tail === undefined)
    throw new TypeError('The marks of the generated part are missing.');
  return `${head}${first}${space}${write(catalogue)}\n${space}${last}${tail}`;
};
