import type { Command } from 'commander';
import { option } from './option.ts';

/** Where a cloud stores its data. */
export interface StoreOptions {
  readonly data: string;
  readonly databaseUrl?: string;
}

/** Adds the options for the store of a cloud. */
export const addStoreOptions = (command: Command): Command =>
  command
    .addOption(option('--data <dir>', 'DATA', 'folder of its store').default('data/cloud'))
    .addOption(
      option(
        '--database-url <url>',
        'DATABASE_URL',
        'PostgreSQL database that several nodes share, instead of --data',
      ),
    );
