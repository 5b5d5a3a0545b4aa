import { config } from '@matter/nodejs/config';

/**
 * Keeps matter.js from what is ours: options, environment, signals, exit codes. Only what is loaded before anything else of it
 * has an effect.
 */
export const configureMatter = (): void => {
  config.loadProcessArgv = false;
  config.loadProcessEnv = false;
  config.loadConfigFile = false;
  config.trapProcessSignals = false;
  config.trapUnhandledErrors = false;
  config.setProcessExitCodeOnError = false;
  // One file, which plenum backup copies while it is in use.
  config.storageDriver = 'sqlite';
};
