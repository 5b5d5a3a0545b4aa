import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { CloudTokens } from '@plenum/client';
import type { CloudCredentials } from '@plenum/conformance';
import { appVariables } from '@plenum/protocol/console';
import { wrongUsage } from '../failure.ts';
import type { Io } from '../io/io.ts';

/** The members of a credentials file, each with its environment variable. */
const variables: Readonly<Record<keyof CloudCredentials, string>> = {
  ...appVariables,
  otherAccessToken: 'PLENUM_OTHER_ACCESS_TOKEN',
  guestAccessToken: 'PLENUM_GUEST_ACCESS_TOKEN',
  guestControlAccessToken: 'PLENUM_GUEST_CONTROL_ACCESS_TOKEN',
  guestManageAccessToken: 'PLENUM_GUEST_MANAGE_ACCESS_TOKEN',
};

/** Help for `--credentials`. */
export const credentialsHelp = `JSON with the members ${Object.entries(variables)
  .map(([member, variable]) => `${member} (env: ${variable})`)
  .join(', ')}; the environment overrides the file`;

const readFile = (file: string): Record<string, string> => {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(variables, key));
    if (unknown === undefined) return value;
    throw wrongUsage(`${file}: ${unknown} is not one of ${Object.keys(variables).join(', ')}.`);
  } catch (error) {
    if (error instanceof SyntaxError) throw wrongUsage(`${file} is not JSON.`);
    const { code } = error as NodeJS.ErrnoException;
    if (/^E[A-Z]+$/.test(code ?? '')) throw wrongUsage(`--credentials: ${file} cannot be read (${code}).`);
    throw error;
  }
};

/** Reads credentials; the environment overrides the file. */
export function readCredentials(file: string | undefined, { env }: Io): CloudCredentials {
  const fromEnv = Object.entries(variables).flatMap(([key, name]) =>
    env[name] ? [[key, env[name]] as const] : [],
  );
  return { ...(file === undefined ? {} : readFile(file)), ...Object.fromEntries(fromEnv) };
}

/**
 * Returns the tokens in the file; undefined if it has none. Tokens in the environment are ignored because they are
 * never renewed.
 */
export function readTokens(file: string): CloudTokens | undefined {
  const { accessToken, refreshToken } = readFile(file);
  return accessToken === undefined
    ? undefined
    : { accessToken, ...(refreshToken !== undefined && { refreshToken }) };
}

/** Stores new tokens in the file, completely or not at all, because the previous refresh token is no longer valid. */
export function storeTokens(file: string, tokens: CloudTokens): void {
  const text = JSON.stringify({ ...readFile(file), ...tokens }, null, 2);
  // A file that was left there could have another mode.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(`${file}.new`, file);
}
