import { Command } from 'commander';
import about from '../package.json' with { type: 'json' };
import type { Io } from './io/io.ts';
import { readSecrets } from './option/option.ts';

type Register = (program: Command, io: Io) => unknown;

/** The functions that add the commands, by group, in the order of the help. */
const groups: Readonly<Record<string, Readonly<Record<string, () => Promise<Register>>>>> = {
  Run: {
    start: async () => (await import('./command/run/start.ts')).registerStartCommand,
    bridge: async () => (await import('./command/run/bridge.ts')).registerBridgeCommand,
    cloud: async () => (await import('./command/run/cloud/cloud.ts')).registerCloudCommand,
    fleet: async () => (await import('./command/run/fleet.ts')).registerFleetCommand,
    boptest: async () => (await import('./command/run/boptest.ts')).registerBoptestCommand,
  },
  Use: {
    discover: async () => (await import('./command/use/discover.ts')).registerDiscoverCommand,
    query: async () => (await import('./command/use/query.ts')).registerQueryCommand,
    explain: async () => (await import('./command/use/explain.ts')).registerExplainCommand,
    energy: async () => (await import('./command/use/energy.ts')).registerEnergyCommand,
    control: async () => (await import('./command/use/control.ts')).registerControlCommand,
    commands: async () => (await import('./command/use/commands.ts')).registerCommandsCommand,
    groups: async () => (await import('./command/use/groups.ts')).registerGroupsCommand,
    watch: async () => (await import('./command/use/watch.ts')).registerWatchCommand,
    install: async () => (await import('./command/use/install.ts')).registerInstallCommand,
    simulation: async () => (await import('./command/use/simulation.ts')).registerSimulationCommand,
  },
  Check: {
    doctor: async () => (await import('./command/check/doctor.ts')).registerDoctorCommand,
    diagnostics: async () => (await import('./command/check/diagnostics.ts')).registerDiagnosticsCommand,
    record: async () => (await import('./command/check/record.ts')).registerRecordCommand,
    verify: async () => (await import('./command/check/verify.ts')).registerVerifyCommand,
    'verify-cloud': async () => (await import('./command/check/verify-cloud.ts')).registerVerifyCloudCommand,
    'verify-events': async () =>
      (await import('./command/check/verify-events.ts')).registerVerifyEventsCommand,
    house: async () => (await import('./command/check/house.ts')).registerHouseCommand,
    scenario: async () => (await import('./command/check/scenario.ts')).registerScenarioCommand,
  },
  Connect: {
    mqtt: async () => (await import('./command/connect/mqtt.ts')).registerMqttCommand,
    matter: async () => (await import('./command/connect/matter.ts')).registerMatterCommand,
    mcp: async () => (await import('./command/connect/mcp.ts')).registerMcpCommand,
    listen: async () => (await import('./command/connect/listen.ts')).registerListenCommand,
    trigger: async () => (await import('./command/connect/trigger.ts')).registerTriggerCommand,
  },
  Operate: {
    backup: async () => (await import('./command/operate/backup.ts')).registerBackupCommand,
    restore: async () => (await import('./command/operate/backup.ts')).registerRestoreCommand,
    audit: async () => (await import('./command/operate/audit.ts')).registerAuditCommand,
    completion: async () => (await import('./command/operate/completion.ts')).registerCompletionCommand,
  },
};

const examples = `
Examples:
  plenum start                                     a house, a cloud and an app on this machine
  plenum query 127.0.0.1:8080 zones                its rooms
  plenum control 127.0.0.1:8080 ZoneSetpoint Index=1 Setpoint=22.5C`;

/** Loads only the module of the command that is called, because a bridge does not need those of the other commands. */
const groupsFor = (word: string | undefined): typeof groups => {
  const found = Object.entries(groups).find(
    ([, commands]) => word !== undefined && Object.hasOwn(commands, word),
  );
  return found === undefined ? groups : { [found[0]]: { [word!]: found[1][word!]! } };
};

/** Builds the CLI with only the command that the first argument names, or with all commands for the help. */
export async function createProgram(io: Io, words: readonly string[] = []): Promise<Command> {
  const program = new Command('plenum')
    .description('An open climate-control bridge and cloud, and tools to work with them.')
    .version(about.version)
    .helpCommand(false)
    // `plenum cloud release` and `plenum cloud` have options of the same names, so options are read by position.
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
  program.addHelpText('after', examples);
  for (const [group, commands] of Object.entries(groupsFor(words[0]))) {
    program.commandsGroup(`${group}:`);
    for (const load of Object.values(commands)) (await load())(program, io);
  }
  return program;
}
