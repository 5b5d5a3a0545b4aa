import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CloudTokens } from '@plenum/client';

/** Tokens by visitor. A larger app uses a database. Tokens must not be sent to a browser. */
export interface TokenFile {
  entries(): readonly (readonly [string, CloudTokens])[];
  set(visitor: string, tokens: CloudTokens | undefined): void;
}

/** Opens the file. Each write creates a new file that replaces the old one, so a crash leaves one complete file. */
export function openTokenFile(path: string): TokenFile {
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
}
