import { Command } from 'commander';
import about from '../package.json' with { type: 'json' };
import { registerAuditCommand } from './command/audit.ts';
import { registerBackupCommands } from './command/backup.ts';
import { registerBridgeCommand } from './command/bridge.ts';
import { registerCloudCommand } from './command/cloud.ts';
import { registerCommandsCommand } from './command/commands.ts';
import { registerCompletionCommand } from './command/completion.ts';
import { registerControlCommand } from './command/control.ts';
import { registerDiagnosticsCommand } from './command/diagnostics.ts';
import { registerDiscoverCommand } from './command/discover.ts';
import { registerDoctorCommand } from './command/doctor.ts';
import { registerEnergyCommand } from './command/energy.ts';
import { registerExplainCommand } from './command/explain.ts';
import { registerFleetCommand } from './command/fleet.ts';
import { registerInstallCommand } from './command/install.ts';
import { registerMatterCommand } from './command/matter.ts';
import { registerMcpCommand } from './command/mcp.ts';
import { registerMqttCommand } from './command/mqtt.ts';
import { readSecrets } from './command/option.ts';
import { registerQueryCommand } from './command/query.ts';
import { registerSimulationCommand } from './command/simulation.ts';
import { registerStartCommand } from './command/start.ts';
import { registerVerifyCommand } from './command/verify.ts';
import { registerVerifyCloudCommand } from './command/verify-cloud.ts';
import { registerVerifyEventsCommand } from './command/verify-events.ts';
import { registerWatchCommand } from './command/watch.ts';
import type { Io } from './io/io.ts';

const commands = [
  registerStartCommand,
  registerBridgeCommand,
  registerCloudCommand,
  registerAuditCommand,
  registerBackupCommands,
  registerDiscoverCommand,
  registerQueryCommand,
  registerExplainCommand,
  registerDiagnosticsCommand,
  registerDoctorCommand,
  registerControlCommand,
  registerInstallCommand,
  registerWatchCommand,
  registerMqttCommand,
  registerMatterCommand,
  registerMcpCommand,
  registerVerifyCommand,
  registerVerifyCloudCommand,
  registerVerifyEventsCommand,
  registerCommandsCommand,
  registerEnergyCommand,
  registerSimulationCommand,
  registerCompletionCommand,
  registerFleetCommand,
];

/** The whole command line. */
export const createProgram = (io: Io): Command => {
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
  for (const register of commands) register(program, io);
  return program;
};
