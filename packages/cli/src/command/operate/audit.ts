import type { Command } from 'commander';
import { readSince } from '../../input/since.ts';
import type { Io } from '../../io/io.ts';
import { addFindStoreOptions } from '../../option/store-options.ts';
import type { AuditOptions } from './show-audit.ts';

/** `plenum audit`: lists the audit log of a cloud. */
export const registerAuditCommand = (program: Command, io: Io) =>
  addFindStoreOptions(
    program
      .command('audit')
      .summary('show the audit log of a cloud')
      .description(
        'Shows who signed in, allowed an app, paired a bridge and so on, from where and when, oldest first. A cloud keeps this log for 180 days. Works whether or not the cloud is running, and changes nothing.',
      ),
  )
    .option('--account <email>', 'only this account; for a deleted account, its id')
    .option('--since <when>', 'start: 2026-01-31, 2026-01-31T08:30Z, or 90m, 24h, 7d ago', readSince())
    .option('--json', 'one object per line, for programs')
    .action(async (options: AuditOptions) => (await import('./show-audit.ts')).showAudit(options, io));
