import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { discardBody } from '@plenum/platform';
import { readQuery } from '@plenum/protocol/endpoint';
import { backupEndpoints } from '@plenum/protocol/extension';
import type { Backups, MadeBackup } from '../../backup/backups.ts';
import { type Answer, toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type Route, type StreamRoute, servedAt } from '../route.ts';
import { securityHeaders, sendAnswer } from '../send.ts';
import type { InstallerRoutes } from './for-installer.ts';

const { readBackups, createBackup, uploadBackup, openBackup, restoreBackup, undoRestore } = backupEndpoints;

/** Sends a backup as a file to save, and removes it. */
const toFileAnswer = (made: MadeBackup): Answer => ({
  ...toTextAnswer(''),
  write: (response, close) => {
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': made.bytes,
      'Content-Disposition': `attachment; filename="${made.name}"`,
      ...securityHeaders,
      ...close,
    });
    pipeline(createReadStream(made.path), response)
      // The client has disconnected.
      .catch(() => {})
      .then(() => made[Symbol.asyncDispose]());
  },
});

/** Creates the routes of backups, all of which are for installers only. */
export function createBackupRoutes(
  backups: Backups,
  { refused, read, write }: InstallerRoutes,
): (Route | StreamRoute)[] {
  const upload: StreamRoute = {
    ...servedAt(uploadBackup),
    stream: async (request, response) => {
      const query = readQuery(uploadBackup.query, request.query);
      const done = query.ok
        ? (refused(request, uploadBackup) ?? (await backups.upload(query.value.at, request.raw)))
        : query;
      const send = () =>
        sendAnswer(
          response,
          toAnswer(done, () => toTextAnswer('OK')),
        );
      if (request.raw.readableEnded) return send();
      discardBody(request.raw, (isWhole) => {
        if (!isWhole) request.raw.headers.connection = 'close';
        send();
      });
    },
  };

  return [
    read(readBackups, backups.read),
    write(createBackup, ({ passphrase }) => backups.create(passphrase), toFileAnswer),
    upload,
    write(
      openBackup,
      ({ passphrase }) => backups.open(passphrase),
      (changes) => toJsonAnswer(JSON.stringify(changes)),
    ),
    write(restoreBackup, ({ madeAt }) => backups.restore(madeAt)),
    write(undoRestore, ({ replacedAt }) => backups.undo(replacedAt)),
  ];
}
