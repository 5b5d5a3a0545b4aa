import type { Command } from 'commander';
import { credentialsHelp, readCredentials, storeTokens } from '../../cloud-app/credentials.ts';
import { failed, wrongUsage } from '../../failure.ts';
import { readAddress } from '../../input/address.ts';
import { readWhole } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { untilStopped } from '../../io/until-stopped.ts';
import { readUrl } from './verify-events.ts';
import { addReportOptions, type ReportOptions, readReportOptions, showReport } from './verify-report.ts';

interface VerifyCloudFlags extends ReportOptions {
  readonly credentials?: string;
  readonly authorize?: true;
  readonly receiver?: string;
  readonly write?: true;
  readonly timeout?: number;
}

/** Asks the user to sign in with a browser and to paste the final address in the browser. */
const askUser =
  (io: Io) =>
  async (loginUrl: string): Promise<string> => {
    const { isCancel, text } = await import('@clack/prompts');
    const closed = new AbortController();
    // Ctrl+D ends the input, but the prompt itself does not react to that and would stay open forever.
    const onKey = (_: unknown, { ctrl, name }: { ctrl?: boolean; name?: string }) => {
      if (ctrl && name === 'd') closed.abort();
    };
    process.stdin.on('keypress', onKey);
    io.err('Open this address and allow the app:');
    // Printed separately, because the question is wrapped at the width of the terminal and a wrapped URL cannot be
    // copied or clicked.
    io.err(loginUrl);
    const end = await text({
      message: 'Paste the address that the browser ends at:',
      signal: AbortSignal.any([io.signal, closed.signal]),
      validate: (pasted) => (URL.canParse(pasted ?? '') ? undefined : 'That is not a URL.'),
    });
    process.stdin.off('keypress', onKey);
    if (isCancel(end)) throw failed('Cancelled.');
    return end;
  };

const run = async (typed: string | undefined, flags: VerifyCloudFlags, io: Io) => {
  const url = readUrl(typed, 'cloud');
  const { authorize, receiver, write = false, timeout, only } = flags;
  const credentials = readCredentials(flags.credentials, io);
  if (authorize && !io.isInteractive) throw wrongUsage('--authorize asks questions, so it needs a terminal.');
  const file = flags.credentials;
  const { cloudChecks, verifyCloud } = await import('@plenum/conformance');
  const required = await readReportOptions(flags, cloudChecks);
  if (write) io.err('This changes the setpoint of a zone, and then restores it.');
  const work = verifyCloud({
    url,
    credentials,
    write,
    ...(authorize && { authorize: askUser(io) }),
    ...(receiver !== undefined && { receiver: readAddress(receiver) }),
    ...(timeout !== undefined && { timeout }),
    ...(only !== undefined && { only }),
    // A refresh may have replaced the tokens in the file.
    onTokens: (tokens) => {
      if (file !== undefined) storeTokens(file, tokens);
      else if (credentials.refreshToken !== undefined)
        io.err(
          'The refresh token was used: the one in PLENUM_REFRESH_TOKEN is no longer valid. --credentials FILE stores new ones.',
        );
    },
  });
  const results = await untilStopped(work, io, { putsBack: write });
  await showReport(results, { of: `The cloud at ${url}`, required }, flags, io);
};

/** `plenum verify-cloud`: checks a cloud against the interface. */
export const registerVerifyCloudCommand = (program: Command, io: Io) =>
  addReportOptions(
    program
      .command('verify-cloud')
      .summary('check a cloud against the interface')
      .description(
        'Checks authorization, errors, envelopes, isolation, limits and events of a cloud, as far as the credentials allow. Exit code 0: it keeps the binding statements, 1: it does not, 2: wrong usage.',
      )
      .argument('[url]', 'the address of the cloud')
      .option('--credentials <file>', credentialsHelp)
      .option('--authorize', 'ask a user to sign in, to check codes and PKCE')
      .option(
        '--receiver <host:port>',
        'listen for events here; the endpoint of the app must lead to this address',
      )
      .option('--write', 'also change the setpoint of a zone, to cause events, and restore it')
      .option('--timeout <ms>', 'timeout of one request', readWhole('--timeout', 100, 600_000))
      .option('--json', 'for programs'),
  ).action((url: string | undefined, flags: VerifyCloudFlags) => run(url, flags, io));
