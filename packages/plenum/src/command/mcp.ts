import { once } from 'node:events';
import type { Command } from 'commander';
import { wrongUsage } from '../failure.ts';
import { readWhole } from '../input/number.ts';
import type { Io } from '../io/io.ts';
import { addConnectOptions, type ConnectOptions, toBridgeOptions } from './connect.ts';
import { option, secretOption } from './option.ts';
import { loadOptional } from './optional-package.ts';

interface McpFlags extends ConnectOptions {
  readonly bridge?: string;
  readonly readOnly?: true;
  readonly allowGarage?: true;
  readonly mcpPort?: number;
  readonly mcpHost: string;
  readonly mcpKey?: string;
}

const run = async (flags: McpFlags, io: Io) => {
  const { bridge: typed, mcpPort: port, mcpHost: host, mcpKey: key } = flags;
  if (typed === undefined)
    throw wrongUsage('Which bridge? --bridge HOST or HOST:PORT; "plenum discover" finds it.');
  if (port !== undefined && key === undefined)
    throw wrongUsage(
      'Over HTTP, clients need a key: put it into PLENUM_MCP_KEY, or into a file that PLENUM_MCP_KEY_FILE names.',
    );
  const { connectAssistedHouse, serveAssistantByHttp, serveAssistantByStdio } = await loadOptional(
    '@plenum/mcp',
    () => import('@plenum/mcp'),
  );
  using house = connectAssistedHouse(toBridgeOptions(typed, flags));
  const options = { readOnly: flags.readOnly ?? false, allowGarage: flags.allowGarage ?? false };
  const ended = io.signal.aborted ? Promise.resolve() : once(io.signal, 'abort');
  if (port === undefined) {
    using _ = serveAssistantByStdio(house, options);
    // A client ends the server by closing its input.
    await Promise.race([ended, once(process.stdin, 'end')]);
    return;
  }
  await using server = await serveAssistantByHttp(house, { ...options, port, host, key: key! });
  io.out(`Assistants connect to http://${host}:${server.port}/mcp with the key. Stop with Ctrl+C.`);
  await ended;
};

/** `plenum mcp`: gives an assistant tools for a house. */
export const registerMcpCommand = (program: Command, io: Io) =>
  addConnectOptions(
    program
      .command('mcp')
      .summary('give an assistant tools for a house (Model Context Protocol)')
      .description(
        'Gives an assistant tools for the house behind a bridge by the Model Context Protocol: over standard input and output, or over HTTP with --mcp-port and the key in PLENUM_MCP_KEY.',
      )
      .addOption(option('--bridge <host>', 'BRIDGE', 'HOST, HOST:PORT or https://HOST[:PORT]'))
      .option('--read-only', 'only tools that change nothing')
      .option('--allow-garage', 'let the assistant move garage doors')
      .addOption(
        option('--mcp-port <port>', 'MCP_PORT', 'serve HTTP on this port').argParser(
          readWhole('--mcp-port', 0, 65_535),
        ),
      )
      .addOption(secretOption('--mcp-key <key>', 'MCP_KEY', 'what clients over HTTP have to send'))
      .addOption(option('--mcp-host <host>', 'MCP_HOST', 'where HTTP listens').default('127.0.0.1')),
  ).action((flags: McpFlags) => run(flags, io));
