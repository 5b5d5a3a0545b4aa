import type { Command } from 'commander';
import { option, secretOption } from './option.ts';

/** The location of a cloud's store: a database URL or a data folder. */
export interface StoreOptions {
  readonly data: string;
  readonly databaseUrl?: string;
}

/** Returns where the store is, as `@plenum/cloud` opens it. */
export const toStorePlace = ({ databaseUrl, data }: StoreOptions) =>
  databaseUrl === undefined ? { dataDir: data } : { databaseUrl };

/** The default data folder of `plenum cloud`. */
export const defaultStoreFolder = 'data/cloud';

const dataOption = (description: string) => option('--data <dir>', 'DATA', description);
const databaseOption = () =>
  secretOption(
    '--database-url <url>',
    'DATABASE_URL',
    'PostgreSQL database that several nodes share, instead of --data',
  );

/** Adds the options for the store of a cloud to start. */
export const addStoreOptions = (command: Command): Command =>
  command.addOption(dataOption('data folder').default(defaultStoreFolder)).addOption(databaseOption());

/** Adds the options for the existing store of a cloud. */
export const addFindStoreOptions = (command: Command): Command =>
  command
    .addOption(
      dataOption('data folder, or that of plenum start (default: data/cloud, or the only one found in data)'),
    )
    .addOption(databaseOption());
