import { once } from 'node:events';
import type { CloudOptions } from '@plenum/client';
import type { AppScope } from '@plenum/protocol/cloud';
import type { Command } from 'commander';
import { credentialsHelp, readCredentials, readTokens, storeTokens } from '../../cloud-app/credentials.ts';
import { signIn } from '../../cloud-app/sign-in.ts';
import { failed, wrongUsage } from '../../failure.ts';
import { readWhole } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { addConnectOptions, type ConnectOptions, toBridgeOptions } from '../../option/connect.ts';
import { option, secretOption } from '../../option/option.ts';
import { loadOptional } from '../../option/optional-package.ts';
import { readUrl } from '../check/verify-events.ts';

interface McpFlags extends ConnectOptions {
  readonly bridge?: string;
  readonly cloud?: string;
  readonly credentials?: string;
  readonly signIn?: true;
  readonly readOnly?: true;
  readonly allowGarage?: true;
  readonly mcpPort?: number;
  readonly mcpHost: string;
  readonly mcpKey?: string;
}

/** Returns the app in the credentials file, and the path of that file. */
const readApp = (file: string | undefined, io: Io) => {
  if (file === undefined)
    throw wrongUsage(
      'Through a cloud, --credentials FILE names the app and keeps its tokens: JSON with clientId and redirectUri.',
    );
  const credentials = readCredentials(file, io);
  const { clientId } = credentials;
  if (clientId === undefined)
    throw wrongUsage(`${file} has no clientId; register an app in the developer console of the cloud.`);
  return { ...credentials, clientId, file };
};

/** Asks a user to grant the app the scopes that the tools need, and stores the tokens of the app. */
const signInToCloud = async (cloud: string, flags: McpFlags, io: Io) => {
  const { file, clientId, clientSecret, redirectUri = '' } = readApp(flags.credentials, io);
  const scopes: readonly AppScope[] = [
    'query-control',
    'history',
    'lighting',
    ...(flags.allowGarage ? (['garage'] as const) : []),
  ];
  storeTokens(file, await signIn({ cloud, clientId, clientSecret, redirectUri, scopes }, io));
  io.out(`Signed in; the tokens are in ${file}. Assistants start: ${toStart(cloud, file)}`);
};

const toStart = (cloud: string, file: string): string =>
  `npx plenum mcp --cloud ${cloud} --credentials ${file}`;

const toCloudOptions = (url: string, flags: McpFlags, io: Io): CloudOptions => {
  const { file, clientId, clientSecret } = readApp(flags.credentials, io);
  const tokens = readTokens(file);
  if (tokens === undefined)
    throw failed(`${file} has no tokens yet; get them with: ${toStart(url, file)} --sign-in`);
  return {
    url,
    tokens,
    app: { clientId, ...(clientSecret !== undefined && { clientSecret }) },
    onTokens: (renewed) => storeTokens(file, renewed),
    // Several assistants may share one file.
    loadTokens: () => readTokens(file),
    ...(flags.timeout !== undefined && { timeout: flags.timeout }),
  };
};

/** Connects the tools to their houses. `mcp` is the optional package, already loaded. */
const connect = (mcp: typeof import('@plenum/mcp'), flags: McpFlags, io: Io) =>
  flags.cloud === undefined
    ? mcp.connectAssistedHouse(toBridgeOptions(flags.bridge!, flags))
    : mcp.connectAssistedCloud(toCloudOptions(readUrl(flags.cloud, 'cloud'), flags, io));

const run = async (flags: McpFlags, io: Io) => {
  const { mcpPort: port, mcpHost: host, mcpKey: key } = flags;
  if ((flags.bridge === undefined) === (flags.cloud === undefined))
    throw wrongUsage(
      'Which house? --bridge HOST or HOST:PORT, which "plenum discover" finds; or --cloud URL with --credentials FILE.',
    );
  if (flags.signIn) return signInToCloud(readUrl(flags.cloud, 'cloud'), flags, io);
  if (port !== undefined && key === undefined)
    throw wrongUsage(
      'Over HTTP, clients need a key: set PLENUM_MCP_KEY, or name a file with PLENUM_MCP_KEY_FILE.',
    );
  const mcp = await loadOptional('@plenum/mcp', () => import('@plenum/mcp'));
  using houses = connect(mcp, flags, io);
  const options = { readOnly: flags.readOnly ?? false, allowGarage: flags.allowGarage ?? false };
  const ended = io.signal.aborted ? Promise.resolve() : once(io.signal, 'abort');
  if (port === undefined) {
    using _ = mcp.serveAssistantByStdio(houses, options);
    // A client stops the server by closing the server's input.
    await Promise.race([ended, once(process.stdin, 'end')]);
    return;
  }
  await using server = await mcp.serveAssistantByHttp(houses, { ...options, port, host, key: key! });
  io.out(`Assistants connect to http://${host}:${server.port}/mcp with the key. Stop with Ctrl+C.`);
  await ended;
};

/** `plenum mcp`: serves the tools of a house to an assistant. */
export const registerMcpCommand = (program: Command, io: Io) =>
  addConnectOptions(
    program
      .command('mcp')
      .summary('give an assistant tools for a house (Model Context Protocol)')
      .description(
        'Gives an assistant tools for the house behind a bridge, or for those that a cloud account can see, over the Model Context Protocol: on standard input and output, or over HTTP with --mcp-port and the key in PLENUM_MCP_KEY.',
      )
      .addOption(option('--bridge <host>', 'BRIDGE', 'HOST, HOST:PORT or https://HOST[:PORT]'))
      .addOption(option('--cloud <url>', 'MCP_CLOUD', 'address of a cloud, instead of a bridge'))
      .option('--credentials <file>', `with --cloud: ${credentialsHelp}`)
      .option('--sign-in', 'with --cloud: let a user allow the app in a browser, store its tokens, and exit')
      .option('--read-only', 'only tools that change nothing')
      .option('--allow-garage', 'let the assistant move garage doors')
      .addOption(
        option('--mcp-port <port>', 'MCP_PORT', 'serve HTTP on this port').argParser(
          readWhole('--mcp-port', 0, 65_535),
        ),
      )
      .addOption(secretOption('--mcp-key <key>', 'MCP_KEY', 'key that clients over HTTP have to send'))
      .addOption(option('--mcp-host <host>', 'MCP_HOST', 'address to serve HTTP on').default('127.0.0.1')),
  ).action((flags: McpFlags) => run(flags, io));
