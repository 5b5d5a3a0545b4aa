import type { Catalogue } from '@plenum/protocol/command';
import { join } from './markdown/markdown.ts';
import { toCommandChapter } from './reference/commands.ts';
import { toOwnChapter } from './reference/own.ts';
import { toRefusalChapter } from './reference/refusals.ts';

/** Returns `docs/interface/reference.md`: all commands and refusals, and the additions of this bridge. */
export const toReference = (catalogue: Catalogue): string =>
  join([toCommandChapter(catalogue), toRefusalChapter(), toOwnChapter()]);
