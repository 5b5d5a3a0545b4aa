/** A statement about a code block, in a comment before it. */
export type Mark =
  | { readonly kind: 'not run'; readonly reason: string }
  | { readonly kind: 'run by'; readonly test: string }
  | { readonly kind: 'keeps running' }
  | { readonly kind: 'exit code'; readonly code: number };

/** A block of code in a document. */
export interface Block {
  readonly kind: 'block';
  readonly language: string;
  readonly text: string;
  /** Line on which the block begins. */
  readonly line: number;
  readonly mark: Mark | undefined;
}

/** A step that a person does between two blocks, for example in a browser. */
export interface Hand {
  readonly kind: 'hand';
  readonly what: string;
  readonly line: number;
}

const readMark = (text: string): Mark | undefined => {
  const [, kind, rest = ''] = /^(not run|run by|keeps running|exit code)(?:[: ]+(.+))?$/.exec(text) ?? [];
  if (kind === 'not run') return { kind, reason: rest };
  if (kind === 'run by') return { kind, test: rest };
  if (kind === 'exit code') return { kind, code: Number(rest) };
  return kind === undefined ? undefined : { kind: 'keeps running' };
};

/** Matches a comment on a separate line, or a code block. */
const part =
  /^<!-- (?<comment>[^\n]+) -->$|^(?<indent> *)```(?<language>[^`\n]*)\n(?<text>.*?)^\k<indent>```$/gms;

/** Returns the code blocks of a document and the manual steps between them, in order. */
export function readBlocks(document: string): readonly (Block | Hand)[] {
  const steps: (Block | Hand)[] = [];
  let mark: { readonly value: Mark; readonly end: number } | undefined;
  for (const { index, 0: whole, groups = {} } of document.matchAll(part)) {
    const { comment, language, text } = groups;
    const line = document.slice(0, index).split('\n').length;
    if (comment !== undefined) {
      const [, hand] = /^by hand: (.+)$/.exec(comment) ?? [];
      if (hand !== undefined) steps.push({ kind: 'hand', what: hand, line });
      const value = readMark(comment);
      if (value !== undefined) mark = { value, end: index + whole.length + 1 };
      continue;
    }
    // A mark applies only to the block directly after it.
    const own = mark?.end === index ? mark.value : undefined;
    steps.push({ kind: 'block', language: language!.trim(), text: text!, line, mark: own });
  }
  return steps;
}

const toLiteral = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Returns a pattern for output shown in a document: `…` matches the rest of a line, or any lines if it is alone.
 */
export function toPattern(shown: string): RegExp {
  const lines = shown
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
  const patterns = lines.map((line) =>
    line === '…'
      ? '(?:.*\\n)*?'
      : `\\s*${line
          .split('…')
          .map((one) => toLiteral(one.trim()).replace(/ +/g, ' +'))
          .join('.*')}\\s*\\n`,
  );
  return new RegExp(`^${patterns.join('')}\\s*$`);
}
