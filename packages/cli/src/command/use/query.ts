import type { Bridge } from '@plenum/client';
import { nearest } from '@plenum/protocol/command';
import { type ComponentKind, componentKinds, nothingInstalled } from '@plenum/protocol/component';
import { toPlainJson } from '@plenum/protocol/text';
import type { Command } from 'commander';
import { failed, wrongUsage } from '../../failure.ts';
import { toDetailTable, toListTable } from '../../format/component.ts';
import { type StatusDatagrams, toStatusLabels, toStatusSentences } from '../../format/status.ts';
import { readWhole } from '../../input/number.ts';
import { findQueryWord, type QueryWord, queryWords } from '../../input/query-words.ts';
import type { Io } from '../../io/io.ts';
import { createStyle } from '../../io/style.ts';
import { toLines } from '../../io/table.ts';
import { addBridgeOptions, type ConnectOptions, withBridge } from '../../option/connect.ts';

type Row = Readonly<Record<string, unknown>>;

const write = (io: Io, lines: readonly string[]) => {
  for (const line of lines) io.out(line);
};
const writeJson = (io: Io, value: unknown) => io.out(toPlainJson(value, 2));

/** Reads the components that the statuses of a kind depend on: the unit for zones, the zones for the unit. */
const readForStatus = async (
  bridge: Bridge,
  kind: ComponentKind,
  found: readonly Row[],
): Promise<StatusDatagrams> => {
  const other = ({ zone: 'unit', unit: 'zone' } as const)[kind as string];
  const others = other === undefined ? {} : { [other]: await bridge.components(other) };
  return { ...nothingInstalled, ...others, [kind]: found };
};

const showOne = async (
  bridge: Bridge,
  kinds: readonly ComponentKind[],
  index: number,
  json: boolean,
  io: Io,
) => {
  const found: Partial<Record<ComponentKind, Row>> = {};
  for (const kind of kinds) found[kind] = await bridge.component(kind, index);
  if (json) return writeJson(io, kinds.length === 1 ? found[kinds[0]!] : found);
  for (const kind of kinds) {
    const row = found[kind]!;
    const [sentence] = toStatusSentences(kind, await readForStatus(bridge, kind, [row])) ?? [];
    if (sentence !== undefined) write(io, [sentence, '']);
    write(io, toLines(toDetailTable(kind, row), io));
  }
};

const showMany = async (bridge: Bridge, kind: ComponentKind, json: boolean, io: Io) => {
  const found: readonly Row[] = await bridge.components(kind);
  if (json) return writeJson(io, found);
  if (found.length === 0) throw failed(`This house has no ${kind}.`);
  const statuses = toStatusLabels(kind, await readForStatus(bridge, kind, found));
  write(io, toLines(toListTable(kind, found, statuses), io));
};

const showAll = async (bridge: Bridge, json: boolean, io: Io) => {
  const found = await bridge.datagrams();
  if (json) return writeJson(io, found);
  const { bold } = createStyle(io);
  const there = componentKinds.filter(
    (kind) => found[kind].length > 0 && kind !== 'faults' && kind !== 'brandStatus' && kind !== 'powerStatus',
  );
  for (const [at, kind] of there.entries()) {
    const title = queryWords.find(({ kinds }) => kinds.includes(kind))!.summary;
    write(io, [...(at === 0 ? [] : ['']), bold(title)]);
    write(io, toLines(toListTable(kind, found[kind] as readonly Row[], toStatusLabels(kind, found)), io));
  }
};

const showFirmware = async (bridge: Bridge, json: boolean, io: Io) => {
  const modules = await bridge.firmware();
  return json ? writeJson(io, modules) : write(io, modules);
};

const words = () => [...queryWords.map((each) => each.words[0]!), 'firmware', 'all'];

const findWord = (what: string): QueryWord => {
  const found = findQueryWord(what);
  if (found !== undefined) return found;
  const meant = nearest(what, [...queryWords.flatMap((each) => each.words), 'firmware', 'all']);
  const hint = meant === undefined ? `There are ${words().join(', ')}.` : `Did you mean ${meant}?`;
  throw wrongUsage(`There is no component called ${JSON.stringify(what)} to query. ${hint}`);
};

const readNo = (word: QueryWord, typed: string) => {
  if (!word.many) throw wrongUsage(`There is only one ${word.words[0]}; leave out ${JSON.stringify(typed)}.`);
  return readWhole('No', 0, 255)(typed);
};

const run = async (
  host: string | undefined,
  what: string,
  typed: string | undefined,
  options: ConnectOptions,
  io: Io,
) => {
  const json = options.json ?? false;
  if (what === 'all' || what === 'firmware') {
    if (typed !== undefined) throw wrongUsage(`${what} takes no number.`);
    return withBridge(host, options, io, (bridge) =>
      (what === 'all' ? showAll : showFirmware)(bridge, json, io),
    );
  }
  const word = findWord(what);
  const no = typed === undefined ? undefined : readNo(word, typed);
  await withBridge(host, options, io, (bridge) =>
    word.many && no === undefined
      ? showMany(bridge, word.kinds[0]!, json, io)
      : showOne(bridge, word.kinds, no ?? 0, json, io),
  );
};

const help = () => {
  const rows = [
    ...queryWords.map(({ words: [word = '', ...also], many, summary }) => ({
      word: `${word}${many ? ' [N]' : ''}`,
      summary,
      also: also.length === 0 ? '' : `also: ${also.join(', ')}`,
    })),
    { word: 'firmware', summary: 'name and version of every module', also: '' },
    { word: 'all', summary: 'everything (default)', also: '' },
  ];
  const widthOf = (column: 'word' | 'summary') => Math.max(...rows.map((row) => row[column].length)) + 2;
  const [first, second] = [widthOf('word'), widthOf('summary')];
  return `
What to query (numbers count from 0):
${rows
  .map(({ word, summary, also }) => `  ${word.padEnd(first)}${summary.padEnd(second)}${also}`.trimEnd())
  .join('\n')}`;
};

/** `plenum query`: reads a bridge and shows its state with units and labels. */
export const registerQueryCommand = (program: Command, io: Io) =>
  addBridgeOptions(
    program
      .command('query')
      .summary('read a bridge')
      .description('Reads a bridge and shows its state, with units.')
      .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443')
      .argument('[what]', 'what to query', 'all')
      .argument('[no]', 'which one, counted from 0'),
  )
    .addHelpText('after', help())
    .action((host: string | undefined, what: string, no: string | undefined, options: ConnectOptions) =>
      run(host, what, no, options, io),
    );
