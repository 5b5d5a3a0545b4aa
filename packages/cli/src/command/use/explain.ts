import { type ExplanationAnswer, explainedKinds, isExplained } from '@plenum/insight/explain';
import type { ComponentKind } from '@plenum/protocol/component';
import { toPlainJson } from '@plenum/protocol/text';
import type { Command } from 'commander';
import { wrongUsage } from '../../failure.ts';
import { readWhole } from '../../input/number.ts';
import { findQueryWord } from '../../input/query-words.ts';
import type { Io } from '../../io/io.ts';
import { createStyle } from '../../io/style.ts';
import { addBridgeOptions, type ConnectOptions, withBridge } from '../../option/connect.ts';

const readKind = (typed: string): ComponentKind => {
  const kind = findQueryWord(typed)?.kinds[0];
  if (kind !== undefined && isExplained(kind)) return kind;
  throw wrongUsage(
    `${JSON.stringify(typed)} cannot be explained; choose one of ${explainedKinds.join(', ')}.`,
  );
};

const readIndex = (kind: ComponentKind, typed: string | undefined): number => {
  if (kind === 'unit') {
    if (typed !== undefined && typed !== '0')
      throw wrongUsage(`There is only one unit; leave out ${JSON.stringify(typed)}.`);
    return 0;
  }
  if (typed === undefined) throw wrongUsage(`Which ${kind}? Name its number, counted from 0.`);
  return readWhole('No', 0, 255)(typed);
};

const toLines = ({ name, status, steps, changes }: ExplanationAnswer, io: Io): readonly string[] => {
  const { bold } = createStyle(io);
  const list = (sentences: readonly { readonly sentence: string }[]) =>
    sentences.map(({ sentence }) => `  ${sentence}`);
  return [
    `${bold(name)}: ${status.sentence}`,
    '',
    bold('Why'),
    ...list(steps),
    '',
    bold('What would change it'),
    ...changes.flatMap(({ sentence, commands }) => [
      `  ${sentence}`,
      ...commands.map((command) => `    ${JSON.stringify(command)}`),
    ]),
  ];
};

/** Splits a typed component: `zone 3`, or `zone.3` as in `GET /explain`. */
const toParts = (what: string, no: string | undefined): { what: string; no: string | undefined } => {
  const [kind = what, index] = what.split('.', 2);
  return no === undefined && index !== undefined ? { what: kind, no: index } : { what, no };
};

const run = async (
  host: string | undefined,
  { what, no }: { what: string; no: string | undefined },
  options: ConnectOptions,
  io: Io,
) => {
  const kind = readKind(what);
  const index = readIndex(kind, no);
  await withBridge(host, options, io, async (bridge) => {
    const answer = await bridge.explain({ kind, index });
    if (options.json) return io.out(toPlainJson(answer, 2));
    for (const line of toLines(answer, io)) io.out(line);
  });
};

/** `plenum explain`: shows the reasons for the state of a room or unit, and what would change it. */
export const registerExplainCommand = (program: Command, io: Io) =>
  addBridgeOptions(
    program
      .command('explain')
      .summary('explain why a room or unit is as it is')
      .description('Explains why a room or unit is as it is, step by step, and what would change it.')
      .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443')
      .argument('[what]', `what to explain: ${explainedKinds.join(', ')}`, 'unit')
      .argument('[no]', 'which one, counted from 0'),
  ).action((host: string | undefined, what: string, no: string | undefined, options: ConnectOptions) =>
    run(host, toParts(what, no), options, io),
  );
