import type { Help, HelpKey } from '@plenum/protocol/derive';
import { toReading } from '@plenum/protocol/refusal';
import { isDuration } from '../input/value.ts';
import type { Io } from '../io/io.ts';
import { createStyle } from '../io/style.ts';
import { toLines } from '../io/table.ts';

/** Describes the values that can be typed for a key, besides its value on the wire. */
const alsoTyped = ({ kind, unit, scale = 1, choices, disabled, min }: HelpKey): string => {
  if (choices !== undefined) return 'or the label';
  if (kind === 'flag') return 'or on, off';
  if (isDuration(unit)) return 'or 1h30m';
  if (kind === 'clock' && disabled !== undefined) return 'which can be typed';
  if (kind === 'record') return 'or the keys that are 1, with commas';
  if (scale > 1 && unit === '°C')
    return min !== undefined && min > 0
      ? `or degrees, such as ${toReading(min, scale)}`
      : `or degrees with their unit, such as ${toReading(min ?? 2200, scale)}C`;
  return '';
};

const toRow = (key: HelpKey): readonly string[] => [
  key.optional ? `[${key.key}]` : key.key,
  key.meaning,
  [key.values, alsoTyped(key)].filter((each) => each !== '').join(', '),
];

const toTyped = (value: unknown) =>
  typeof value === 'string' && /^[\w.-]+$/.test(value)
    ? value
    : `'${typeof value === 'string' ? value : JSON.stringify(value)}'`;

const toExampleWords = ({ name, single, example }: Help): string => {
  const body = example[name];
  if (single) return typeof body === 'object' ? toTyped(body) : String(body);
  return Object.entries(body as object)
    .map(([key, value]) => `${key}=${typeof value === 'number' ? value : toTyped(value)}`)
    .join(' ');
};

/** Returns the help for one command: its summary, its keys, and an example with the subcommand `verb`. */
export function toHelpLines(help: Help, verb: string, io: Io): readonly string[] {
  const { bold } = createStyle(io);
  return [
    `${bold(help.name)}  ${help.summary}`,
    '',
    `Usage: plenum ${verb} HOST ${help.usage}`,
    '',
    ...toLines(
      { head: ['Key', 'Meaning', 'Values'], rows: help.keys.map(toRow) },
      { ...io, columns: undefined },
    ),
    '',
    `Example: plenum ${verb} HOST ${help.name} ${toExampleWords(help)}`,
    `On the wire: ${JSON.stringify(help.example)}`,
  ];
}

/** Lists all commands by group with their summaries. */
export function toHelpList(all: readonly Help[], io: Io): readonly string[] {
  const { bold } = createStyle(io);
  const groups = [...new Set(all.map(({ group }) => group))];
  return groups.flatMap((group, at) => {
    const rows = all
      .filter((help) => help.group === group)
      .map(({ name, summary }) => [`  ${name}`, summary]);
    return [...(at === 0 ? [] : ['']), bold(group), ...toLines({ head: ['', ''], rows, cutLast: true }, io)];
  });
}
