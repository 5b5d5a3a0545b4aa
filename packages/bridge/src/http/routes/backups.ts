import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { discardBody } from '@plenum/platform';
import { type BodyOf, type BridgeEndpoint, readQuery } from '@plenum/protocol/endpoint';
import { backupEndpoints } from '@plenum/protocol/extension';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Backups, MadeBackup } from '../../backup/backups.ts';
import { refuseInstaller } from '../../device/with-authority.ts';
import { type Answer, toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { readBody } from '../body.ts';
import type { InstallerCheck } from '../caller.ts';
import type { HttpRequest } from '../request.ts';
import { type Route, type StreamRoute, servedAt } from '../route.ts';
import { securityHeaders, sendAnswer } from '../send.ts';

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

/** Creates the routes of backups, all of which are for installers only (decisions/030). */
export function createBackupRoutes(backups: Backups, isInstaller: InstallerCheck): (Route | StreamRoute)[] {
  const refused = (request: HttpRequest, { path }: BridgeEndpoint) =>
    refuseInstaller(isInstaller(request), path);

  const posted = <E extends BridgeEndpoint & { readonly method: 'post' }, T>(
    endpoint: E,
    act: (body: BodyOf<E>) => Result<T> | Promise<Result<T>>,
    toDone: (value: T) => Answer = () => toTextAnswer('OK'),
  ): Route => ({
    ...servedAt(endpoint),
    handle: async (request) => {
      const body = readBody(endpoint, request);
      return toAnswer(body.ok ? (refused(request, endpoint) ?? (await act(body.value))) : body, toDone);
    },
  });

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
    {
      ...servedAt(readBackups),
      handle: (request) =>
        toAnswer(refused(request, readBackups) ?? ok(backups.read()), (value) =>
          toJsonAnswer(JSON.stringify(value)),
        ),
    },
    posted(createBackup, ({ passphrase }) => backups.create(passphrase), toFileAnswer),
    upload,
    posted(
      openBackup,
      ({ passphrase }) => backups.open(passphrase),
      (changes) => toJsonAnswer(JSON.stringify(changes)),
    ),
    posted(restoreBackup, ({ madeAt }) => backups.restore(madeAt)),
    posted(undoRestore, ({ replacedAt }) => backups.undo(replacedAt)),
  ];
}
