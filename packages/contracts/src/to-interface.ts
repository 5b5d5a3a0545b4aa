import type { Catalogue } from '@plenum/protocol/command';
import { cloudBlocks } from './interface/cloud.ts';
import { commandBlocks } from './interface/commands.ts';
import { datagramBlocks } from './interface/datagrams.ts';
import { limitBlocks } from './interface/limit-table.ts';
import { toLimits } from './interface/limits.ts';
import { originalBlocks } from './interface/original.ts';
import { wireBlocks } from './interface/wire.ts';
import { toReference } from './to-reference.ts';

/** The definitions of the interface as blocks of Markdown by name; the prose around them is in `docs/interface`. */
export const toInterfaceBlocks = (catalogue: Catalogue): ReadonlyMap<string, string> =>
  new Map(
    Object.entries({
      ...wireBlocks(),
      ...datagramBlocks(),
      ...commandBlocks(catalogue),
      ...cloudBlocks(),
      ...originalBlocks(),
      ...limitBlocks(),
      limits: toLimits(catalogue),
      reference: toReference(catalogue),
    }),
  );

const end = '<!-- end of generated -->';
const block = /<!-- generated: ([^\n]+?) -->\n.*?<!-- end of generated -->/gs;

/** Names of the blocks in a chapter, in their order. */
export const blockNames = (chapter: string): readonly string[] =>
  Array.from(chapter.matchAll(block), ([, name]) => name!);

/** A chapter of `docs/interface` with its generated blocks written anew; throws where one has a name that is not known. */
export const fillBlocks = (chapter: string, blocks: ReadonlyMap<string, string>): string =>
  chapter.replace(block, (_, name: string) => {
    const text = blocks.get(name);
    if (text === undefined) throw new Error(`There is no generated block "${name}".`);
    return `<!-- generated: ${name} -->\n\n${text}\n\n${end}`;
  });
