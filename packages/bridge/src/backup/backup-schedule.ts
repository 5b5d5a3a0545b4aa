import { closeSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { every, makeFolder, type Runtime } from '@plenum/platform';
import type { BackupsAnswer } from '@plenum/protocol/extension';
import { type Result, toSentence } from '@plenum/protocol/refusal';
import { bridgeFailures } from '../bridge-failures.ts';
import type { BackupHead } from './backup-file.ts';

/** The copies of its data that a bridge makes every day. */
export interface BackupSchedule {
  /** Folder for the copies, preferably on another disk. */
  readonly folder: string;
  readonly passphrase: string;
  /** The number of copies to keep. */
  readonly copies: number;
}

interface ScheduleDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly systemId: string;
  readonly writeTo: (file: string, passphrase: string) => Promise<Result<BackupHead>>;
  readonly toName: (at: number) => string;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Creates the folder for the copies. Throws `backup-folder` of `bridgeFailures` if it cannot be written to. */
export function openBackupFolder({ folder }: BackupSchedule): void {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    makeFolder(folder, 0o700);
    closeSync(openSync(probe, 'w'));
    rmSync(probe);
  } catch (error) {
    throw bridgeFailures.error('backup-folder', { folder, why: (error as Error).message }, error as Error);
  }
}

interface BackupScheduler extends AsyncDisposable {
  readonly read: () => NonNullable<BackupsAnswer['schedule']>;
}

/** Makes a copy whenever the last one is a day old, and deletes the oldest. Dispose of it to stop. */
export function startBackupSchedule(
  { folder, passphrase, copies }: BackupSchedule,
  { systemId, writeTo, toName, clock, log }: ScheduleDeps,
): BackupScheduler {
  const own = new RegExp(`^plenum-${systemId}-(\\d{4}-\\d\\d-\\d\\dT\\d\\d)-(\\d\\d)\\.backup$`);
  let why: string | undefined;

  /** Returns the copies, oldest first: before the others those of a later time, from before the clock went back. */
  const made = () => {
    const now = clock.now();
    return readdirSync(folder)
      .filter((name) => own.test(name))
      .map((name) => ({ name, at: Date.parse(name.replace(own, '$1:$2Z')) }))
      .map((one) => (one.at > now ? { ...one, at: 0 } : one))
      .toSorted((one, other) => one.at - other.at);
  };

  const lastAt = (): number | undefined => made().at(-1)?.at;

  const fail = (reason: string) => {
    if (reason !== why) log.error({ folder, why: reason }, 'could not make the daily backup');
    why = reason;
  };

  const copy = async () => {
    try {
      const last = lastAt();
      if (last !== undefined && clock.now() - last < day) return;
      const partial = join(folder, `.plenum-${systemId}.partial`);
      const written = await writeTo(partial, passphrase);
      if (!written.ok) return fail(toSentence(written.refusal));
      renameSync(partial, join(folder, toName(written.value.madeAt)));
      for (const { name } of made().slice(0, -copies)) rmSync(join(folder, name));
      if (why !== undefined) log.warn({ folder }, 'the daily backup was made again');
      why = undefined;
    } catch (error) {
      fail((error as Error).message);
    }
  };

  let running = copy();
  const stop = every(clock, hour, () => {
    running = running.then(copy);
    return running;
  });
  return {
    read: () => {
      let last: number | undefined;
      try {
        last = lastAt();
      } catch (error) {
        fail((error as Error).message);
      }
      return { folder, copies, ...(last !== undefined && { last }), ...(why !== undefined && { why }) };
    },
    [Symbol.asyncDispose]: async () => {
      stop();
      await running;
    },
  };
}
