import { createRequire } from 'node:module';
import type { Node, ParsedNode, Document as YamlDocument } from 'yaml';

const require = createRequire(import.meta.url);
/** The YAML parser, loaded when the first text is read: a shipped house needs none. */
const loadYaml = (): typeof import('yaml') => require('yaml');

/** A place in a file, counted from 1 as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What a YAML text says, with the position of everything in it; or what is wrong with the text, and where. */
export type ReadText =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Where a value stands, by its path; where it is missing, the thing it is missing from. */
      locate(path: readonly string[], key?: string): Position;
    }
  | { readonly ok: false; readonly position: Position; readonly why: string };

/** The longest house file; the largest house there can be takes a tenth of it. */
export const maxCharacters = 262_144;
/** How often anchors may be used: enough to write weekdays once, too little for a bomb. */
const maxAliases = 100;

const start: Position = { line: 1, column: 1 };

type Document = YamlDocument.Parsed<ParsedNode>;

const findPair = (node: unknown, key: string) => {
  const { isMap, isScalar } = loadYaml();
  return isMap(node)
    ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key)
    : undefined;
};

/** The node at a path, or the last one on the way to it: of what an alias stands for, the alias. Of `key`, the key. */
const findNode = (document: Document, path: readonly string[], key: string | undefined) => {
  const { isSeq } = loadYaml();
  let node: unknown = document.contents;
  let last = node;
  for (const part of path) {
    node = isSeq(node) ? node.items[Number(part)] : findPair(node, part)?.value;
    if (node === undefined || node === null) return last as Node | null;
    last = node;
  }
  const pair = key === undefined ? undefined : findPair(last, key);
  return (pair?.key ?? last) as Node | null;
};

const toWhy = ({ code, message }: { code: string; message: string }): string =>
  code === 'RESOURCE_EXHAUSTION' ? 'The file is nested too deep.' : `${message.replace(/\.$/, '')}.`;

const parse = (text: string): ReadText => {
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  const toPosition = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    strict: true,
    uniqueKeys: true,
    prettyErrors: false,
    lineCounter: lines,
  });
  const flaw = document.errors[0] ?? document.warnings[0];
  if (flaw !== undefined) return { ok: false, position: toPosition(flaw.pos[0]), why: toWhy(flaw) };
  return {
    ok: true,
    value: document.toJS({ maxAliasCount: maxAliases }),
    locate: (path, key) => toPosition(findNode(document, path, key)?.range?.[0] ?? 0),
  };
};

/**
 * Reads the text of a YAML file (1.2, core schema), strictly: keys once, no unknown tags, few aliases. What the
 * parser cannot finish, because of its depth or its aliases, is refused too.
 */
export const readText = (text: string): ReadText => {
  if (text.length > maxCharacters)
    return { ok: false, position: start, why: `The file is longer than ${maxCharacters} characters.` };
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof ReferenceError)
      return { ok: false, position: start, why: `The file uses anchors more than ${maxAliases} times.` };
    throw error;
  }
};
