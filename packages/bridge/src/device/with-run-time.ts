import type { DatabaseSync } from 'node:sqlite';
import { every, type Runtime } from '@plenum/platform';
import type { AnyCommand } from '@plenum/protocol/command';
import { enumerations } from '@plenum/protocol/field';
import { ok, type Result } from '@plenum/protocol/refusal';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';
import type { Decorator } from './decorate.ts';
import type { Caller } from './device.ts';

/** Manual run times of a garden during a single watering with a different run time, in minutes. */
interface KeptRunTime {
  /** Run time to restore afterwards. */
  readonly before: number;
  /** Run time of the watering. */
  readonly given: number;
}

export interface WithRunTimeDeps extends Pick<Runtime, 'clock' | 'log'> {
  /** Stack that releases the resources of the decorator. */
  readonly stack: Pick<AsyncDisposableStack, 'defer'>;
  readonly db: DatabaseSync;
  /** True to leave the run time unchanged. */
  readonly readOnly: boolean;
}

const key = 'manual-run-time';
const checkEvery = 5_000;
/** Maximum time until a station has started, in ms; a real controller may take a while to show it. */
const startsWithin = 30_000;

const idle = enumerations.stationState.values['not running'];
const { manual } = enumerations.stationMode.values;

/**
 * Restores the previous manual run time after a single watering, once no station runs manually. This is needed because
 * a controller has one run time for all stations and no command to water for a given number of minutes. The previous
 * time is stored before the new one is sent, so that it is restored after a crash too.
 */
export const withRunTime =
  ({ stack, db, clock, log, readOnly }: WithRunTimeDeps): Decorator =>
  (raw) => {
    const settings = createSettings(db);
    let kept = (settings.read(key) ?? undefined) as KeptRunTime | undefined;
    const store = (next: KeptRunTime | undefined): Result<undefined> => {
      const stored = transact(db, () => settings.write(key, next ?? null));
      if (stored.ok) kept = next;
      return stored;
    };
    /** Latest time at which a requested watering may start. */
    let startsUntil = 0;
    const openedAt = raw.at();
    let isBusy = false;

    const isRunning = (): boolean =>
      raw.datagrams().station.some(({ State, Mode }) => State !== idle && Mode === manual);
    /** True if the garden of a real bridge has been read since this bridge started. */
    const isKnown = (): boolean => (raw.readAt('station') ?? openedAt) >= openedAt;

    const restore = async ({ before, given }: KeptRunTime): Promise<Result<undefined>> => {
      // A person has set another run time in the meantime, so that run time stays.
      if (raw.datagrams().irrigation[0]?.ManualRunTime !== given) return store(undefined);
      const command = { name: 'RetSetManRunTime', body: before } as AnyCommand;
      const done = await raw.commandFor({ by: { over: 'schedule' }, untilConfirmed: true }, command);
      return done.ok ? store(undefined) : done;
    };
    const check = async (): Promise<void> => {
      if (kept === undefined || readOnly || isBusy || !isKnown()) return;
      if (isRunning()) {
        startsUntil = 0;
        return;
      }
      if (clock.now() < startsUntil) return;
      isBusy = true;
      const done = await restore(kept);
      isBusy = false;
      if (!done.ok) log.warn({ refusal: done.refusal.code }, 'the manual run time could not be restored');
    };
    const look = () =>
      void check().catch((error: unknown) => {
        isBusy = false;
        log.error({ err: error }, 'the manual run time could not be restored');
      });

    const commandFor = async (
      caller: Caller,
      ...commands: readonly AnyCommand[]
    ): Promise<Result<undefined>> => {
      const [command] = commands;
      if (command?.name !== 'RetSetManRunTime') return raw.commandFor(caller, ...commands);
      const before = kept?.before ?? raw.datagrams().irrigation[0]?.ManualRunTime;
      if (caller.once !== true || before === undefined) {
        const done = await raw.commandFor(caller, ...commands);
        // A run time for all waterings replaces the stored one.
        if (done.ok && kept !== undefined) return store(undefined);
        return done;
      }
      const stored = store({ before, given: command.body as number });
      if (!stored.ok) return stored;
      startsUntil = clock.now() + startsWithin;
      const done = await raw.commandFor({ ...caller, untilConfirmed: true }, ...commands);
      startsUntil = clock.now() + startsWithin;
      return done.ok ? ok(undefined) : done;
    };

    stack.defer(
      raw.subscribe(({ changed }) => {
        if (changed.some(({ kind }) => kind === 'station')) look();
      }),
    );
    stack.defer(every(clock, checkEvery, look));
    return { commandFor };
  };
