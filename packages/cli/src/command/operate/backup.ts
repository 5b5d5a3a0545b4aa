import type { Command } from 'commander';
import type { BackupList } from '../../backup/copy-folder.ts';
import { wrongUsage } from '../../failure.ts';
import type { Io } from '../../io/io.ts';
import { backupPassphraseOption, readBackupPassphrase } from '../../option/backup-passphrase.ts';
import { option, secretOption } from '../../option/option.ts';

interface BackupOptions {
  readonly data: string;
  readonly databaseUrl?: string;
}

interface RestoreOptions extends BackupOptions {
  readonly backupPassphrase?: string;
}

const addPlace = (command: Command, description: string): Command =>
  command
    .addOption(option('--data <dir>', 'DATA', description).default('data'))
    .addOption(
      secretOption(
        '--database-url <url>',
        'DATABASE_URL',
        'PostgreSQL database of a cloud with several nodes, instead of --data',
      ),
    );

const toLines = (list: BackupList, folder: string): readonly string[] =>
  Object.keys(list.files).map((path) => `  ${folder}/${path}`);

/** `plenum backup`: copies all data of a bridge or a cloud. */
export const registerBackupCommand = (program: Command, io: Io) =>
  addPlace(
    program
      .command('backup')
      .summary('copy the data of a bridge or a cloud, while it runs')
      .description(
        'Copies everything in a data folder (stores, keys, pairings), or a PostgreSQL database, to a new folder. The copy contains secrets: keep it as safe as the data.',
      )
      .argument('<folder>', 'new folder for the copy'),
    'data folder of a bridge, of a cloud, or of both',
  ).action(async (to: string, { data, databaseUrl }: BackupOptions) => {
    const { backUpFolder } = await import('../../backup/copy-folder.ts');
    if (databaseUrl === undefined) {
      const list = await backUpFolder(data, to, Date.now());
      io.out(`A copy of ${data} is in ${to}:`);
      for (const line of toLines(list, to)) io.out(line);
      return;
    }
    const { backUpDatabase } = await import('../../backup/database.ts');
    await backUpDatabase(databaseUrl, to, { now: Date.now(), io });
    io.out(
      `A copy of the database is in ${to}. The endpoint key is not in it: keep PLENUM_ENDPOINT_KEY too; without it nothing can be signed.`,
    );
  });

/** `plenum restore`: restores the data from a copy. */
export const registerRestoreCommand = (program: Command, io: Io) =>
  addPlace(
    program
      .command('restore')
      .summary('restore a data folder or a database from a copy')
      .description(
        'Creates a data folder, or fills an empty PostgreSQL database, from a copy made by plenum backup or by a bridge.',
      )
      .argument('<copy>', 'folder that plenum backup made, or a file from the Backup page of a bridge')
      .addOption(backupPassphraseOption('with a file: the file with its passphrase')),
    'data folder to create; it must be new or empty',
  ).action(async (from: string, { data, databaseUrl, backupPassphrase }: RestoreOptions) => {
    const { isBackupFile, restoreFile, restoreFolder } = await import('../../backup/copy-folder.ts');
    if (isBackupFile(from)) {
      const passphrase = readBackupPassphrase(backupPassphrase, io);
      if (passphrase === undefined)
        throw wrongUsage(`${from} is encrypted; name the file with its passphrase with --backup-passphrase.`);
      const { madeAt } = await restoreFile(from, data, passphrase);
      io.out(`${data} is restored to ${new Date(madeAt).toISOString()}. Start the bridge on it.`);
      return;
    }
    if (databaseUrl === undefined) {
      const { madeAt } = await restoreFolder(from, data);
      io.out(`${data} is restored to ${madeAt}. Start the bridge or the cloud on it.`);
      return;
    }
    const { restoreDatabase } = await import('../../backup/database.ts');
    const { madeAt } = await restoreDatabase(from, databaseUrl, io);
    io.out(`The database is restored to ${madeAt}. Start the nodes with the endpoint key of that time.`);
  });
