import { Command } from 'commander';
import about from '../package.json' with { type: 'json' };
import { readSecrets } from './command/option.ts';
import type { Io } from './io/io.ts';

type Register = (program: Command, io: Io) => unknown;

/** What adds each command, in the order of the help. */
const commands: Readonly<Record<string, () => Promise<Register>>> = {
  start: async () => (await import('./command/start.ts')).registerStartCommand,
  bridge: async () => (await import('./command/bridge.ts')).registerBridgeCommand,
  cloud: async () => (await import('./command/cloud.ts')).registerCloudCommand,
  audit: async () => (await import('./command/audit.ts')).registerAuditCommand,
  backup: async () => (await import('./command/backup.ts')).registerBackupCommand,
  restore: async () => (await import('./command/backup.ts')).registerRestoreCommand,
  discover: async () => (await import('./command/discover.ts')).registerDiscoverCommand,
  query: async () => (await import('./command/query.ts')).registerQueryCommand,
  explain: async () => (await import('./command/explain.ts')).registerExplainCommand,
  diagnostics: async () => (await import('./command/diagnostics.ts')).registerDiagnosticsCommand,
  doctor: async () => (await import('./command/doctor.ts')).registerDoctorCommand,
  control: async () => (await import('./command/control.ts')).registerControlCommand,
  install: async () => (await import('./command/install.ts')).registerInstallCommand,
  watch: async () => (await import('./command/watch.ts')).registerWatchCommand,
  mqtt: async () => (await import('./command/mqtt.ts')).registerMqttCommand,
  matter: async () => (await import('./command/matter.ts')).registerMatterCommand,
  mcp: async () => (await import('./command/mcp.ts')).registerMcpCommand,
  verify: async () => (await import('./command/verify.ts')).registerVerifyCommand,
  'verify-cloud': async () => (await import('./command/verify-cloud.ts')).registerVerifyCloudCommand,
  'verify-events': async () => (await import('./command/verify-events.ts')).registerVerifyEventsCommand,
  commands: async () => (await import('./command/commands.ts')).registerCommandsCommand,
  energy: async () => (await import('./command/energy.ts')).registerEnergyCommand,
  groups: async () => (await import('./command/groups.ts')).registerGroupsCommand,
  simulation: async () => (await import('./command/simulation.ts')).registerSimulationCommand,
  completion: async () => (await import('./command/completion.ts')).registerCompletionCommand,
  fleet: async () => (await import('./command/fleet.ts')).registerFleetCommand,
};

/** Only the command that is called: a bridge does not hold what the other commands need. */
const commandsFor = (word: string | undefined): readonly (() => Promise<Register>)[] => {
  if (word !== undefined && Object.hasOwn(commands, word)) return [commands[word]!];
  return Object.values(commands);
};

/** The command line: with the command that its first word names, or with all, which its help lists. */
export const createProgram = async (io: Io, words: readonly string[] = []): Promise<Command> => {
  const program = new Command('plenum')
    .description('An open climate-control bridge and cloud, and tools to work with them.')
    .version(about.version)
    .helpCommand(false)
    // The options of `plenum cloud release` are not those of `plenum cloud`, although they have the same names.
    .enablePositionalOptions()
    .showHelpAfterError('(add --help for more)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.replace(/\n$/, '')),
      writeErr: (text) => io.err(text.replace(/\n$/, '')),
      getOutHelpWidth: () => io.columns ?? 100,
      getOutHasColors: () => io.color,
      getErrHasColors: () => io.color,
    });
  program.hook('preAction', (_, command) => readSecrets(command, io));
  for (const load of commandsFor(words[0])) (await load())(program, io);
  return program;
};
