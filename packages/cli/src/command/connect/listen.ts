import { hostname } from 'node:os';
import { steadyClock } from '@plenum/platform/clock';
import {
  isListenerName,
  listen,
  maxListenerName,
  type OpenedListener,
  type ResentToListener,
} from '@plenum/protocol/cloud';
import { appVariables, chosenTypes } from '@plenum/protocol/console';
import { type Command, Option } from 'commander';
import { wrongUsage } from '../../failure.ts';
import { toDateAndTime } from '../../format/change.ts';
import type { Io } from '../../io/io.ts';
import { askCloud, type CloudAccess, expectReply } from '../../listen/ask-cloud.ts';
import { keepListening } from '../../listen/connection.ts';
import { forward, readForwardTo } from '../../listen/forward.ts';
import { toMessageLine } from '../../listen/show.ts';
import { addCloudAppOptions, type CloudAppFlags, readCloudApp } from '../../option/cloud-app-options.ts';

interface ListenFlags extends CloudAppFlags {
  readonly resend?: string;
  readonly printSecret?: true;
  readonly forwardTo?: string;
  readonly allowRemote?: true;
  readonly only?: string;
  readonly name?: string;
}

/** Returns the name of the listener: by default that of this machine. */
const readName = (typed: string | undefined): string => {
  const name =
    typed ??
    (hostname()
      .replace(/[^!-~]/g, '')
      .slice(0, maxListenerName) ||
      'laptop');
  if (isListenerName(name)) return name;
  throw wrongUsage(`--name: a name has 1 to ${maxListenerName} letters, digits and signs of ASCII.`);
};

const toOpenedLines = (opened: OpenedListener, url: URL): readonly string[] => {
  const { name, appName, clientId, isTest, secret } = opened;
  return [
    `Listening as ${name} to the ${isTest ? 'test' : 'live'} events of ${appName} (${clientId}).`,
    `Secret: ${secret} (${appVariables.endpointSecret} of your endpoint)`,
    `Forwarding to ${url.href}. Press Ctrl+C to stop; the listener is deleted 24 hours later.`,
  ];
};

/** Reports since when a listener missed events, by the clock of the cloud. */
const showMissed = ({ missedSince }: OpenedListener, { out }: Io) => {
  if (missedSince !== undefined)
    out(
      `Events since ${toDateAndTime(missedSince)} were not delivered. The latest state of each component follows.`,
    );
};

/** Sends a message to the listener again, which may be connected from another terminal. */
const resend = async (
  access: CloudAccess,
  body: { readonly name: string; readonly id: string },
  { out }: Io,
) => {
  const { resent, connected } = expectReply(
    await askCloud<ResentToListener>(access, listen.resendPath, body),
  );
  const parts = resent === 1 ? 'It is sent' : `Its ${resent} components are sent`;
  out(`${parts} again, with the current state${connected ? '.' : ', when the listener connects.'}`);
};

const run = async (flags: ListenFlags, io: Io) => {
  const { forwardTo, resend: id } = flags;
  if (forwardTo === undefined && id === undefined && !flags.printSecret)
    throw wrongUsage('Where do the events go? Give --forward-to, such as http://localhost:3000/hook.');
  const url = forwardTo === undefined ? undefined : readForwardTo(forwardTo, flags.allowRemote ?? false);
  const access = readCloudApp(flags, io);
  const name = readName(flags.name);
  const draft = { name, ...(flags.only !== undefined && { only: flags.only }) };
  if (flags.printSecret) {
    io.out(expectReply(await askCloud<OpenedListener>(access, listen.path, draft)).secret);
    return;
  }
  if (id !== undefined) await resend(access, { name, id }, io);
  if (url === undefined) return;
  await keepListening({
    ...access,
    draft,
    clock: steadyClock,
    signal: io.signal,
    onOpen: (opened, isFirst) => {
      for (const line of isFirst ? toOpenedLines(opened, url) : ['Connected again.']) io.out(line);
      showMissed(opened, io);
    },
    onLost: (sentence, wait) => io.err(`${sentence} Trying again in ${wait / 1_000} s.`),
    handle: async (message) => {
      const result = await forward(url, message);
      io.out(toMessageLine(message, result, new Date()));
      return result;
    },
  });
};

/** `plenum listen`: receives the events of an app and posts them to a URL of this machine. */
export const registerListenCommand = (program: Command, io: Io) =>
  addCloudAppOptions(
    program
      .command('listen')
      .summary('receive the events of an app on this machine')
      .description(
        'Receives the events of an app over an outbound connection, and posts them to a URL of this machine as a cloud would, signed with the secret that it prints. Runs until you stop it.',
      )
      .option('--forward-to <url>', 'where to post the events, such as http://localhost:3000/hook')
      .option('--live', 'receive the live events of an app, which you allow in a browser')
      .option('--allow-remote', 'also accept a URL of another machine')
      .addOption(new Option('--only <kind>', 'receive only this kind of event').choices([...chosenTypes]))
      .option(
        '--resend <id>',
        'send the message with this webhook-id to the listener again; it is in its log or in that of an endpoint',
      )
      .option('--print-secret', 'print only the secret of the listener, for the settings of your endpoint')
      .option('--name <name>', 'the name of the listener; that of this machine by default'),
  ).action((flags: ListenFlags) => run(flags, io));
