import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CloudTokens } from '@plenum/client';

/** Tokens by who they belong to. A larger app has a database; what matters is that no browser ever sees them. */
export interface TokenFile {
  entries(): readonly (readonly [string, CloudTokens])[];
  set(of: string, tokens: CloudTokens | undefined): void;
}

/** Opens the file; it is written whole beside the old one, then put in its place, so that a crash leaves one of them. */
export const openTokenFile = (path: string): TokenFile => {
  const all = new Map<string, CloudTokens>(
    existsSync(path) ? Object.entries(JSON.parse(readFileSync(path, 'utf8'))) : [],
  );
  mkdirSync(dirname(path), { recursive: true });
  return {
    entries: () => [...all],
    set: (of, tokens) => {
      if (tokens === undefined) all.delete(of);
      else all.set(of, tokens);
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(all)), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
};
