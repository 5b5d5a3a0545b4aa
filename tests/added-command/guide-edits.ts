import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A code block of CONTRIBUTING.md that is added to a file. */
export interface Edit {
  readonly path: string;
  /** The declaration after which the lines are inserted, or whose fields they extend. */
  readonly declaration: string;
  readonly inFields: boolean;
  readonly lines: readonly string[];
}

const block = /^```ts\n\/\/ (\S+), last in (the fields of )?`(\w+)`\n([\s\S]*?)^```$/gm;

/** Returns the edits in the guide: code blocks whose first line names a file and a declaration. */
export const readEdits = (guide: string): readonly Edit[] =>
  [...guide.matchAll(block)].map(([, path, fields, declaration, code]) => ({
    path: path!,
    declaration: declaration!,
    inFields: fields !== undefined,
    lines: code!.trimEnd().split('\n'),
  }));

/** Returns the position of the line that closes a block: the next line that is indented at most as far as `start`. */
const closingOf = (lines: readonly string[], start: number): number => {
  const indent = /^ */.exec(lines[start]!)![0];
  return lines.findIndex(
    (line, at) => at > start && line.startsWith(indent) && /^[\]})]/.test(line.slice(indent.length)),
  );
};

/** Returns the text of a file with an edit applied. */
export function withEdit(text: string, { path, declaration, inFields, lines: added }: Edit): string {
  const lines = text.split('\n');
  const declared = lines.findIndex((line) => line.startsWith(`export const ${declaration}`));
  const start = inFields ? lines.findIndex((line, at) => at > declared && line === '  fields: {') : declared;
  const end = declared === -1 || start === -1 ? -1 : closingOf(lines, start);
  if (end === -1) throw new Error(`${path} has no declaration ${declaration} that lines could be added to`);
  const indent = `${/^ */.exec(lines[start]!)![0]}  `;
  return lines.toSpliced(end, 0, ...added.map((line) => (line === '' ? line : indent + line))).join('\n');
}

export function applyEdits(tree: string, edits: readonly Edit[]): void {
  for (const edit of edits) {
    const path = join(tree, edit.path);
    writeFileSync(path, withEdit(readFileSync(path, 'utf8'), edit));
  }
}
