import type { Catalogue } from '@plenum/protocol/command';
import { cloudBlocks } from './interface/cloud.ts';
import { commandBlocks } from './interface/commands.ts';
import { datagramBlocks } from './interface/datagrams.ts';
import { limitBlocks } from './interface/limit-table.ts';
import { toLimits } from './interface/limits.ts';
import { originalBlocks } from './interface/original.ts';
import { wireBlocks } from './interface/wire.ts';
import { toReference } from './to-reference.ts';

/**
 * Returns the definitions of the interface as Markdown blocks, by name. The prose around them is in `docs/interface`.
 */
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

/** Returns the names of the blocks in a chapter, in their order. */
export const blockNames = (chapter: string): readonly string[] =>
  Array.from(chapter.matchAll(block), ([, name]) => name!);

/**
 * Returns a chapter of `docs/interface` with its generated blocks replaced. Throws if the name of a block is unknown.
 */
export const fillBlocks = (chapter: string, blocks: ReadonlyMap<string, string>): string =>
  chapter.replace(block, (_, name: string) => {
    const text = blocks.get(name);
    if (text === undefined) throw new Error(`There is no generated block "${name}".`);
    return `<!-- generated: ${name} -->\n\n${text}\n\n${end}`;
  });
