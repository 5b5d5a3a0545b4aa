import { tokenVariable } from '../ui/token-variable.ts';
import type { ExplorerRequest, Request } from './request.ts';

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the shell command that sets the token. */
export const toExport = (token: string): string => `export ${tokenVariable}=${quoted(token)}`;

/** Returns the request as a curl command that reads the token from the environment. */
export const toCurl = (origin: string, request: Request): string =>
  [
    `curl ${origin}/dev`,
    `  -H "Authorization: Bearer $${tokenVariable}"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(request))}`,
  ].join(' \\\n');

/** Maximum length of a value on one line, in characters. */
const width = 60;

const toText = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;

const toKey = (key: string) => {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : toText(key);
};

/** Converts a JSON value to a TypeScript literal: on one line if it fits, otherwise with one member per line. */
export function toLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return toText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const inside = `${indent}  `;
  const write = (deep: string) =>
    isList
      ? value.map((item) => toLiteral(item, deep))
      : Object.entries(value).map(([key, item]) => `${toKey(key)}: ${toLiteral(item, deep)}`);
  const space = isList ? '' : ' ';
  const short = `${open}${space}${write(indent).join(', ')}${space}${close}`;
  if (short.length <= width && !short.includes('\n')) return short;
  return `${open}\n${write(inside)
    .map((line) => `${inside}${line},\n`)
    .join('')}${indent}${close}`;
}

const toCall = (operation: ExplorerRequest): readonly string[] => {
  if (operation.requestType === 'Discover')
    return [
      'const { components } = await cloud.discover();',
      'for (const { componentId, datagram } of components) console.log(componentId, datagram);',
    ];
  const id = toText(operation.componentId);
  if (operation.requestType === 'Query')
    return [`const { datagram } = await cloud.query(${id});`, 'console.log(datagram);'];
  return [`await cloud.control(${id}, ${toLiteral({ [operation.name]: operation.body })});`];
};

/** Returns the request as a call of `@plenum/client` that reads the token from the environment. */
export const toTypeScript = (origin: string, operation: ExplorerRequest): string =>
  [
    "import { connectCloud } from '@plenum/client';",
    '',
    'const cloud = connectCloud({',
    `  url: ${toText(origin)},`,
    `  tokens: { accessToken: process.env.${tokenVariable}! },`,
    '});',
    ...toCall(operation),
    '',
  ].join('\n');
