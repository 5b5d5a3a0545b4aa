import { Option } from 'commander';

/** An option that is also the environment variable `PLENUM_<env>`. */
export const option = (flags: string, env: string, description: string): Option =>
  new Option(flags, description).env(`PLENUM_${env}`);

/** Adds what was typed, one or several with commas, to what was typed before. */
export const collect = (typed: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...typed.split(','),
];
