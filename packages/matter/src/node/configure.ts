import { config } from '@matter/nodejs/config';

let isConfigured = false;

/**
 * Prevents matter.js from handling options, environment, signals and exit codes, which Plenum handles. This takes
 * effect only if it is loaded before the rest of matter.js.
 */
export function configureMatter(): void {
  if (isConfigured) return;
  isConfigured = true;
  config.loadProcessArgv = false;
  config.loadProcessEnv = false;
  config.loadConfigFile = false;
  config.trapProcessSignals = false;
  config.trapUnhandledErrors = false;
  config.setProcessExitCodeOnError = false;
  // A single file, which `plenum backup` copies while it is in use.
  config.storageDriver = 'sqlite';
}
