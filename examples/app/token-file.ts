import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CloudTokens } from '@plenum/client';

/** Tokens by visitor. A larger app has a database; what matters is that no browser ever receives them. */
export interface TokenFile {
  entries(): readonly (readonly [string, CloudTokens])[];
  set(visitor: string, tokens: CloudTokens | undefined): void;
}

/** Opens the file. Writes go to a new file that replaces the old one, so a crash leaves one of them intact. */
export const openTokenFile = (path: string): TokenFile => {
  const all = new Map<string, CloudTokens>(
    existsSync(path) ? Object.entries(JSON.parse(readFileSync(path, 'utf8'))) : [],
  );
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return {
    entries: () => [...all],
    set: (visitor, tokens) => {
      if (tokens === undefined) all.delete(visitor);
      else all.set(visitor, tokens);
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(all)), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
};
