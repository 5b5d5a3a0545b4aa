import { writeFileSync } from 'node:fs';
import { openHouseFile, orRefuseWeather, toHouseToRun } from '@plenum/bridge';
import { toPlainJson, toPlainText } from '@plenum/protocol/text';
import { followHouse, inspectHouse, type Moment } from '@plenum/simulator';
import type { Command } from 'commander';
import { failed, wrongUsage } from '../../failure.ts';
import { toChart, toCsv } from '../../format/followed-house.ts';
import { toRoomsTable, toUnusualSentence, toWholeSentence } from '../../format/house-facts.ts';
import { readWhole } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { createStyle } from '../../io/style.ts';
import { toLines } from '../../io/table.ts';

const check = (typed: string, { json }: { readonly json?: true }, io: Io): void => {
  const { file, weatherFile } = openHouseFile(typed);
  const facts = orRefuseWeather(file, () => inspectHouse(file, weatherFile));
  if (json) {
    io.out(toPlainJson(facts, 2));
    return;
  }
  const { bold } = createStyle(io);
  io.out(bold(toWholeSentence(facts)));
  io.out('');
  for (const line of toLines(toRoomsTable(facts), io)) io.out(line);
  if (facts.unusual.length > 0) io.out('');
  for (const each of facts.unusual) io.out(toPlainText(toUnusualSentence(each)));
};

interface RunOptions {
  readonly days: number;
  readonly start?: string;
  readonly csv?: string;
}

/** Reads a date such as 2026-01-31. */
const readDate = (typed: string): string => {
  const day = new Date(`${typed}T00:00Z`);
  if (
    /^(19[89]\d|20\d\d)-\d\d-\d\d$/.test(typed) &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(typed)
  )
    return typed;
  throw wrongUsage(`--start: ${JSON.stringify(typed)} is not a date from 1980 to 2099 such as 2026-01-31.`);
};

/** Returns the date in a time zone at a time in ms UTC. */
const toDate = (at: number, timeZone: string): string =>
  new Date(at).toLocaleDateString('sv-SE', { timeZone });

const follow = async (typed: string, options: RunOptions, io: Io): Promise<void> => {
  const { file, weatherFile } = openHouseFile(typed);
  const { days, start = toDate(Date.now(), file.place.timeZone), csv } = options;
  const { startsAt } = toHouseToRun(file, { weatherFile, startsAt: `${start}T00:00` });
  const moments: Moment[] = [];
  for (const moment of followHouse(file, { from: startsAt!, days }, weatherFile)) {
    moments.push(moment);
    // Lets a signal end a long run.
    if (moments.length % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    if (io.signal.aborted) throw failed('Stopped.');
  }
  if (csv === undefined) {
    for (const line of toChart({ house: file, moments, start }, io)) io.out(line);
    return;
  }
  writeFileSync(csv, toCsv(file, moments));
  io.out(`${csv} has ${moments.length} rows, one every 15 minutes.`);
};

const fileHelp = 'a house file, or the name of a shipped house: demo, flat, large';

/** `plenum house`: inspects a house file, and follows the house for some days. */
export function registerHouseCommand(program: Command, io: Io) {
  const house = program
    .command('house')
    .summary('check a house file, or follow its house for some days')
    .description('Checks a house file before a bridge runs it, and shows how the house behaves.');
  house
    .command('check')
    .summary('show heat loss, time constant, glass and sun of each room, and unusual values')
    .description(
      'Shows for each room the heat loss, the time constant (how long the warmth lasts), the glass and the highest sun of a clear year, and names values that houses do not have. Exit code 1 if the file has a mistake.',
    )
    .argument('<file>', fileHelp)
    .option('--json', 'as JSON, for programs')
    .action((typed: string, options: { readonly json?: true }) => check(typed, options, io));
  house
    .command('run')
    .summary('draw the temperatures and the power of some days, or write them as CSV')
    .description(
      'Simulates the house on its own climate and draws the temperatures of its rooms and outdoors, and the power that it uses. The week before the first day is simulated, too.',
    )
    .argument('<file>', fileHelp)
    .option('--days <n>', 'days from 1 to 366', readWhole('--days', 1, 366), 7)
    .option('--start <date>', 'first day, such as 2026-01-31 (default: today)', readDate)
    .option('--csv <file>', 'write a row every 15 minutes to a file instead')
    .action((typed: string, options: RunOptions) => follow(typed, options, io));
  return house;
}
