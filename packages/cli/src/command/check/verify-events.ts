import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { wrongUsage } from '../../failure.ts';
import { readWhole } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { untilStopped } from '../../io/until-stopped.ts';
import { secretOption } from '../../option/option.ts';
import { addReportOptions, type ReportOptions, readReportOptions, showReport } from './verify-report.ts';

interface VerifyEventsFlags extends ReportOptions {
  readonly secret?: string;
  readonly secretFile?: string;
  readonly timeout?: number;
}

/** Reads an http or https URL. */
export function readUrl(typed: string | undefined, what: string): string {
  const url = typed === undefined ? null : URL.parse(typed);
  if (url !== null && /^https?:$/.test(url.protocol)) return typed!.replace(/\/$/, '');
  throw wrongUsage(
    typed === undefined
      ? `Which ${what}? Give its address, such as https://host.example/events.`
      : `${JSON.stringify(typed)} is not an http or https URL.`,
  );
}

const readSecretFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw wrongUsage(`--secret-file: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};

const run = async (typed: string | undefined, flags: VerifyEventsFlags, io: Io) => {
  const url = readUrl(typed, 'endpoint');
  const { timeout, only } = flags;
  const secret = flags.secretFile === undefined ? flags.secret : readSecretFile(flags.secretFile);
  if (secret === undefined || !/^whsec_[A-Za-z0-9+/]{32,}=*$/.test(secret))
    throw wrongUsage(
      'Give the secret of the endpoint (whsec_ and at least 32 characters) with --secret-file FILE or PLENUM_ENDPOINT_SECRET.',
    );
  const { eventChecks, verifyEvents } = await import('@plenum/conformance');
  const required = await readReportOptions(flags, eventChecks);
  const work = verifyEvents({
    url,
    secret,
    ...(timeout !== undefined && { timeout }),
    ...(only !== undefined && { only }),
  });
  const results = await untilStopped(work, io, { putsBack: false });
  await showReport(results, { of: `The endpoint ${url}`, required }, flags, io);
};

/** `plenum verify-events`: checks how an integrator's endpoint handles messages. */
export const registerVerifyEventsCommand = (program: Command, io: Io) =>
  addReportOptions(
    program
      .command('verify-events')
      .summary('check an event endpoint')
      .description(
        'Sends an event endpoint good, repeated, late, reordered and forged messages and reports what it does wrong. Exit code 0: it keeps the binding statements, 1: it does not, 2: wrong usage.',
      )
      .argument('[url]', 'the address of the endpoint')
      .option('--secret-file <file>', 'file with the secret of the endpoint')
      .addOption(secretOption('--secret <whsec>', 'ENDPOINT_SECRET', 'the secret itself'))
      .option(
        '--timeout <ms>',
        'timeout of one message; 15 s by default',
        readWhole('--timeout', 100, 600_000),
      )
      .option('--json', 'for programs'),
  ).action((url: string | undefined, flags: VerifyEventsFlags) => run(url, flags, io));
