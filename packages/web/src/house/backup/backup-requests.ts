import { type BackupChanges, type BackupsAnswer, uploadPiece } from '@plenum/protocol/extension';
import { refusalType } from '@plenum/protocol/refusal';
import { type RequestError, readRequestError, type ServerClient } from '../../live/server-client.ts';
import { t } from '../../text/text.ts';

/** Timeout in ms: a large backup takes a slow machine some seconds. */
const timeout = 120_000;

/** Sends a request for backups to the bridge; resolves to its response, or to the error. */
async function send(
  client: ServerClient,
  path: string,
  body: object | Blob,
): Promise<Response | RequestError> {
  try {
    const response = await client.fetch(path, {
      method: 'POST',
      body: body instanceof Blob ? body : JSON.stringify(body),
      headers: { ...client.headers(), Accept: `${refusalType}, */*` },
      cache: 'no-store',
      signal: AbortSignal.timeout(timeout),
    });
    return response.ok ? response : readRequestError(response, await response.text(), '°C');
  } catch {
    return { sentence: t('live.noAnswerChange') };
  }
}

const isError = (answer: object): answer is RequestError => 'sentence' in answer;

/** A downloaded backup, with the name that the bridge gives it. */
export interface DownloadedBackup {
  readonly name: string;
  readonly content: Blob;
}

export async function downloadBackup(
  client: ServerClient,
  passphrase: string,
): Promise<DownloadedBackup | RequestError> {
  const response = await send(client, '/backup', { passphrase });
  if (isError(response)) return response;
  const [, name = 'plenum.backup'] =
    /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  try {
    return { name, content: await response.blob() };
  } catch {
    return { sentence: t('live.noAnswerChange') };
  }
}

/** Uploads a backup piece by piece, and resolves to what it would change. */
export async function openBackup(
  client: ServerClient,
  file: Blob,
  passphrase: string,
): Promise<BackupChanges | RequestError> {
  for (let at = 0; at === 0 || at < file.size; at += uploadPiece) {
    const sent = await send(client, `/backup/upload?at=${at}`, file.slice(at, at + uploadPiece));
    if (isError(sent)) return sent;
  }
  const response = await send(client, '/backup/open', { passphrase });
  return isError(response) ? response : ((await response.json()) as BackupChanges);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Time in ms in which a bridge starts again. */
const longestStart = 60_000;

/**
 * Restarts the bridge with the opened backup, or with the replaced data, and waits until it answers with another data
 * than before; resolves to an error if that takes longer than a minute.
 */
export async function restart(
  client: ServerClient,
  { path, body, before }: { path: '/backup/restore' | '/backup/undo'; body: object; before: BackupsAnswer },
): Promise<RequestError | undefined> {
  const sent = await send(client, path, body);
  if (isError(sent)) return sent;
  const end = Date.now() + longestStart;
  while (Date.now() < end) {
    await pause(500);
    const now = (await client.get('/backup').catch(() => undefined)) as BackupsAnswer | undefined;
    if (now !== undefined && now.replacedAt !== before.replacedAt) return undefined;
  }
  return { sentence: t('backup.noRestart') };
}
