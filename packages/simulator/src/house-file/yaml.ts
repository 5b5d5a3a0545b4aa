import { createRequire } from 'node:module';
import type { Node, ParsedNode, Document as YamlDocument } from 'yaml';

const require = createRequire(import.meta.url);
/** Loads the YAML parser only when it is first used, because a shipped house does not need it. */
const loadYaml = (): typeof import('yaml') => require('yaml');

/** A position in a file, counted from 1 as in editors. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** The value of a YAML text and the positions in it, or the problem of the text and its position. */
type ReadText =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Returns the position of the value at a path. The position of a missing value is that of its parent. */
      locate(path: readonly string[], key?: string): Position;
    }
  | { readonly ok: false; readonly position: Position; readonly why: string };

/** Maximum length of a house file in characters. The largest possible house needs a tenth of it. */
export const maxCharacters = 262_144;
/** Number of times that anchors may be used: enough for real files, too few for a YAML bomb. */
const maxAliases = 100;

const start: Position = { line: 1, column: 1 };

type Document = YamlDocument.Parsed<ParsedNode>;

const findPair = (node: unknown, key: string) => {
  const { isMap, isScalar } = loadYaml();
  return isMap(node)
    ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key)
    : undefined;
};

/**
 * Returns the node at a path, or the last existing node on the way. An alias is returned instead of its target, and the
 * key node of `key` instead of its value.
 */
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

const compositeKey = 'A key is a word, not a list or a map.';
const tooDeep = 'The file is nested too deep.';

const toWhy = ({ code, message }: { code: string; message: string }): string =>
  code === 'RESOURCE_EXHAUSTION' ? tooDeep : `${message.replace(/\.$/, '')}.`;

/** Returns the first key that is a list or a map. No file needs one, and nested ones take very long to convert. */
const findCompositeKey = (document: Document): Node | undefined => {
  const { isCollection, visit } = loadYaml();
  let found: Node | undefined;
  visit(document, {
    Pair: (_, { key }) => {
      if (!isCollection(key)) return undefined;
      found = key;
      return visit.BREAK;
    },
  });
  return found;
};

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
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) return { ok: false, position: toPosition(problem.pos[0]), why: toWhy(problem) };
  const key = findCompositeKey(document);
  if (key !== undefined) return { ok: false, position: toPosition(key.range?.[0] ?? 0), why: compositeKey };
  return {
    ok: true,
    value: document.toJS({ maxAliasCount: maxAliases }),
    locate: (path, key) => toPosition(findNode(document, path, key)?.range?.[0] ?? 0),
  };
};

/**
 * Reads the text of a YAML file (1.2, core schema) strictly: no repeated keys, no unknown tags, few aliases. Also
 * refuses text that is too deep or has too many aliases for the parser.
 */
export function readText(text: string): ReadText {
  if (text.length > maxCharacters)
    return { ok: false, position: start, why: `The file is longer than ${maxCharacters} characters.` };
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof ReferenceError)
      return { ok: false, position: start, why: `The file uses anchors more than ${maxAliases} times.` };
    // The parser is recursive, and limits only some kinds of nesting.
    if (error instanceof RangeError) return { ok: false, position: start, why: tooDeep };
    throw error;
  }
}
