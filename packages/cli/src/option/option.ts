import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { failed } from '../failure.ts';
import type { Io } from '../io/io.ts';

/** Values of the environment variable that switch off an option that takes no value. */
const off = /^(?:|0|no|off|false)$/i;

/**
 * Creates an option that is also the environment variable `PLENUM_<env>`. An option that takes no value is on for any
 * value of the variable except an empty one, `0`, `no`, `off` and `false`.
 */
export function option(flags: string, env: string, description: string): Option {
  const made = new Option(flags, description);
  const name = `PLENUM_${env}`;
  // commander treats every value, even an empty one, as true.
  const isOff = !made.required && !made.optional && off.test(process.env[name] ?? 'on');
  return isOff ? made : made.env(name);
}

const secrets = new WeakSet<Option>();

/**
 * Creates an option whose value is or contains a secret: `readSecrets` also reads it from the file `PLENUM_<env>_FILE`.
 */
export function secretOption(flags: string, env: string, description: string): Option {
  const made = option(
    flags,
    env,
    `${description}; preferably set in the environment, or in the file PLENUM_${env}_FILE`,
  );
  secrets.add(made);
  return made;
}

/** A URL without a password reveals nothing. */
const hasSecret = (value: unknown): boolean => {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url === null || !url.host || url.password !== '';
};

const readFile = (variable: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw failed(`${variable}: ${(error as Error).message}.`);
  }
};

/**
 * Reads the secrets of a command that are in files, and warns of those that were typed: other users of a machine can read the
 * command lines of its processes.
 */
export function readSecrets(command: Command, { env, err }: Io): void {
  for (const each of command.options) {
    if (!secrets.has(each)) continue;
    const name = each.attributeName();
    const fileVariable = `${each.envVar}_FILE`;
    const file = env[fileVariable];
    if (command.getOptionValueSource(name) === 'cli') {
      if (hasSecret(command.getOptionValue(name)))
        err(
          `Warning: other users of this machine can read ${each.long} on a command line. Give it as ${each.envVar}, or in a file that ${fileVariable} names.`,
        );
    } else if (command.getOptionValue(name) === undefined && file) {
      const text = readFile(fileVariable, file);
      command.setOptionValueWithSource(name, each.parseArg?.(text, undefined) ?? text, 'env');
    }
  }
}

/** Appends one or several comma-separated values to the values typed so far. */
export const collect = (typed: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...typed.split(','),
];
