import { writeFileSync } from 'node:fs';
import { toPlainJson } from '@plenum/protocol/text';
import type { Command } from 'commander';
import { failed } from '../../failure.ts';
import type { Io } from '../../io/io.ts';
import { addConnectOptions, type ConnectOptions, withBridge } from '../../option/connect.ts';

interface DiagnosticsOptions extends ConnectOptions {
  readonly output?: string;
}

const save = (file: string, text: string) => {
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
  } catch (error) {
    throw failed(`--output: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
};

const run = (host: string | undefined, options: DiagnosticsOptions, io: Io) =>
  withBridge(host, options, io, async (bridge) => {
    const text = toPlainJson(await bridge.diagnostics(), 2);
    if (options.output === undefined) return io.out(text);
    save(options.output, text);
    io.out(`The bundle is in ${options.output}; "plenum bridge --replay ${options.output}" shows it.`);
  });

/** `plenum diagnostics`: prints the information that a helper needs, without names or secrets. */
export const registerDiagnosticsCommand = (program: Command, io: Io) =>
  addConnectOptions(
    program
      .command('diagnostics')
      .summary('make a diagnostics bundle for support')
      .description(
        'Makes a bundle of the version, state, last commands and log lines of a bridge, without names, keys, tokens or addresses. "plenum bridge --replay" shows it.',
      )
      .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443')
      .option('--output <file>', 'write it to a file'),
  ).action((host: string | undefined, options: DiagnosticsOptions) => run(host, options, io));
