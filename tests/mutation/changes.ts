import { parseSync, Visitor } from 'rolldown/utils';

/** A change to a source file that a test should detect: replaces the characters from `start` to `end` with `text`. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Start of the affected code; for an operator, before its operands. */
  readonly from: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Operators of JavaScript, and their replacements. */
const operators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
};

/** Operators of SQL, as arguments of the query builder, and their replacements. */
const sqlOperators: Readonly<Record<string, string>> = {
  '=': '!=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
  asc: 'desc',
  desc: 'asc',
};

/** Methods whose call can be removed from a chain. */
const optionalCalls = new Set([
  ...['where', 'whereRef', 'orderBy', 'limit', 'distinct', 'forUpdate', 'skipLocked', 'onConflict'],
  ...['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'concat', 'flat'],
  ...['trim', 'toLowerCase', 'catch', 'finally', 'unref'],
]);

/** Methods, and their replacements. */
const otherMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
};

/**
 * Finds the possible changes to a source file: other operators, numbers and conditions, and omitted statements,
 * properties, elements and calls. Types, imports, texts and log lines do not change.
 */
export function findChanges(path: string, source: string): readonly Change[] {
  const found: Change[] = [];
  let typeDepth = 0;
  const change = ({ start, end }: Span, text: string, from = start) => found.push({ start, end, text, from });
  const textOf = ({ start, end }: Span) => source.slice(start, end);
  const remove = (node: Span) => change(node, '');
  const replaceOperator = (operator: string, { from, after }: { from: number; after: number }) => {
    const start = source.indexOf(operator, after);
    for (const other of operators[operator] ?? [])
      change({ start, end: start + operator.length }, other, from);
  };
  /** Omits each part of a list between two brackets, with its comma. */
  const leaveOut = (list: Span, parts: readonly (Span | null)[]) => {
    const [open, close] = [source[list.start]!, source[list.end - 1]!];
    if (parts.length === 1) change(list, `${open}${close}`);
    for (const [index, part] of parts.entries()) {
      const [before, after] = [parts[index - 1], parts[index + 1]];
      if (part === null) continue;
      if (after) remove({ start: part.start, end: after.start });
      else if (before) remove({ start: before.end, end: part.end });
    }
  };
  const isText = (node: { readonly type: string; readonly value?: unknown }) =>
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

  const visitor = new Visitor({
    TSLiteralType: () => void typeDepth++,
    'TSLiteralType:exit': () => void typeDepth--,
    BinaryExpression: ({ start, left, operator, right }) => {
      if (operator === '+' && (isText(left) || isText(right))) return;
      replaceOperator(operator, { from: start, after: left.end });
    },
    LogicalExpression: (node) => {
      const { left, operator, right } = node;
      replaceOperator(operator, { from: node.start, after: left.end });
      if (operator !== '??') return;
      change(node, textOf(left));
      change(node, textOf(right));
    },
    ConditionalExpression: (node) => {
      change(node, `(${textOf(node.consequent)})`);
      change(node, `(${textOf(node.alternate)})`);
    },
    IfStatement: ({ test }) => {
      change(test, 'true');
      change(test, 'false');
    },
    WhileStatement: ({ test }) => void change(test, 'false'),
    UnaryExpression: (node) => {
      if (node.operator === '!') change(node, textOf(node.argument));
    },
    UpdateExpression: ({ operator, prefix, start, argument }) =>
      replaceOperator(operator, { from: start, after: prefix ? start : argument.end }),
    AssignmentExpression: ({ start, operator, left }) =>
      replaceOperator(operator, { from: start, after: left.end }),
    AwaitExpression: (node) => void change(node, textOf(node.argument)),
    Literal: (node) => {
      if (typeDepth > 0) return;
      if (typeof node.value === 'boolean') change(node, String(!node.value));
      if (typeof node.value === 'number') change(node, String(node.value + 1));
    },
    ExpressionStatement: (node) => {
      const { expression } = node;
      const isLogged = textOf(expression).startsWith('log.');
      if (!isLogged && expression.type !== 'Literal') change(node, ';');
    },
    ThrowStatement: (node) => void change(node, ';'),
    ObjectExpression: (node) => leaveOut(node, node.properties),
    ArrayExpression: (node) => leaveOut(node, node.elements),
    CallExpression: (node) => {
      for (const argument of node.arguments)
        if (argument.type === 'Literal' && typeof argument.value === 'string') {
          const other = sqlOperators[argument.value];
          if (other !== undefined) change(argument, `'${other}'`);
        }
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      if (optionalCalls.has(name)) change(node, textOf(callee.object));
      const other = otherMethods[name];
      if (other !== undefined) change(callee.property, other);
    },
  });
  visitor.visit(parseSync(path, source).program);
  return found
    .filter((each) => parseSync(path, applyChange(source, each)).errors.length === 0)
    .toSorted((a, b) => a.start - b.start);
}

/** Returns the source with a change applied. */
export const applyChange = (source: string, { start, end, text }: Omit<Change, 'from'>): string =>
  source.slice(0, start) + text + source.slice(end);

/** Describes a change by its line before and after, on one line. */
export function describeChange(source: string, { start, end, text }: Omit<Change, 'from'>): string {
  const line = source.slice(0, start).split('\n').length;
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = (at: number) => (source.indexOf('\n', at) === -1 ? source.length : source.indexOf('\n', at));
  const whole = (middle: string) => source.slice(from, start) + middle + source.slice(end, to(end));
  const short = (written: string) => written.replaceAll(/\s+/g, ' ').trim();
  return `${line}\n  - ${short(whole(source.slice(start, end)))}\n  + ${short(whole(text))}`;
}
