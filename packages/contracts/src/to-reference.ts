import type { Catalogue } from '@plenum/protocol/command';
import { join } from './markdown/markdown.ts';
import { toCommandChapter } from './reference/commands.ts';
import { toOwnChapter } from './reference/own.ts';
import { toRefusalChapter } from './reference/refusals.ts';

/** Returns `docs/interface/reference.md`: every command, every refusal, and what this bridge adds. */
export const toReference = (catalogue: Catalogue): string =>
  join([toCommandChapter(catalogue), toRefusalChapter(), toOwnChapter()]);
