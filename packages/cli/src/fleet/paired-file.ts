import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file in the data folder of a fleet that lists the bridges paired with each cloud. */
interface PairedFile {
  has(systemIds: readonly string[]): boolean;
  add(systemIds: readonly string[]): void;
}

const read = (file: string): Readonly<Record<string, readonly string[]>> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
};

export function openPairedFile(folder: string, cloud: string): PairedFile {
  const file = join(folder, 'paired.json');
  const all = read(file);
  const paired = new Set(all[cloud]);
  return {
    has: (systemIds) => systemIds.every((systemId) => paired.has(systemId)),
    add: (systemIds) => {
      for (const systemId of systemIds) paired.add(systemId);
      writeFileSync(file, JSON.stringify({ ...all, [cloud]: [...paired] }), { mode: 0o600 });
    },
  };
}
