import type { DatabaseSync } from 'node:sqlite';
import { every, type Runtime } from '@plenum/platform';
import type { AnyCommand } from '@plenum/protocol/command';
import { type Datagrams, findDatagram, replaceComponent } from '@plenum/protocol/component';
import type { EventOrigin } from '@plenum/protocol/extension';
import { ok, type RefusalCode, type Result } from '@plenum/protocol/refusal';
import type { SetException } from '@plenum/protocol/schedule';
import { changesBetween } from '../device/changes.ts';
import type { Decorator } from '../device/decorate.ts';
import type { Caller, Changes } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import { openKeptWeeks } from './kept-week.ts';
import { createWeekChanger, nameOf } from './week-changer.ts';
import { changeOf, datedKinds, withTimes } from './weekly-times.ts';

interface WithWeekDeps extends Pick<Runtime, 'clock' | 'log'> {
  /** Releases the resources of the device. */
  readonly stack: Pick<AsyncDisposableStack, 'defer'>;
  readonly db: DatabaseSync;
  readonly exceptions: () => readonly SetException[];
  /** Calls the listener after the exceptions have changed, until the returned function is called. */
  readonly followExceptions: (listener: () => void) => () => void;
  /** Called after a command was carried out without being sent to the device. */
  readonly onCommand: (at: number, command: AnyCommand, by: EventOrigin) => void;
  /** True to change nothing. */
  readonly readOnly: boolean;
}

const checkEvery = 5_000;

/**
 * Shows a real bridge as if exceptions were a layer over the weeks of its favourites. The real bridge has only one week
 * for each, so this week is changed while an exception applies, and then restored. Meanwhile the original week is kept
 * here: clients see it, and commands change it (decisions/023).
 */
export const withWeek =
  ({ stack, db, exceptions, followExceptions, onCommand, clock, log, readOnly }: WithWeekDeps): Decorator =>
  (raw) => {
    const kept = openKeptWeeks(db);
    const listeners = createListeners<Changes>(log);

    const show = (datagrams: Datagrams): Datagrams =>
      kept.all().reduce((all, { kind, index, week }) => {
        const datagram = findDatagram(all, kind, index);
        return datagram === undefined
          ? all
          : replaceComponent(all, { kind, index, datagram: withTimes(datagram, week) });
      }, datagrams);
    let shownOf = raw.datagrams();
    let shown = show(shownOf);
    const datagrams = (): Datagrams => {
      if (raw.datagrams() === shownOf) return shown;
      [shownOf, shown] = [raw.datagrams(), show(raw.datagrams())];
      return shown;
    };
    /**
     * Shows the kept weeks, and reports the components that differ; `changed` are components that the device itself has
     * changed.
     */
    const update = (changed: Changes['changed'] = []) => {
      const before = shown;
      changer.takeShown();
      [shownOf, shown] = [raw.datagrams(), show(raw.datagrams())];
      const isDated = ({ kind }: { readonly kind: string }) =>
        (datedKinds as readonly string[]).includes(kind);
      const all = [
        ...changed.filter((one) => !isDated(one)),
        ...changesBetween(before, shown).filter(isDated),
      ];
      if (all.length > 0) listeners.notify({ at: raw.at(), changed: all, datagrams: shown });
    };
    const changer = createWeekChanger({ device: raw, exceptions, kept, onChange: () => update() });

    const failed = new Map<string, RefusalCode>();
    const changeAll = async () => {
      for (const of of changer.favourites()) {
        const favourite = nameOf(of);
        const done = await changer.change(of);
        if (done.ok) {
          failed.delete(favourite);
          continue;
        }
        const { code: refusal } = done.refusal;
        if (failed.get(favourite) !== refusal)
          log.warn({ favourite, refusal }, 'the times of a favourite could not be changed; trying again');
        failed.set(favourite, refusal);
      }
    };
    let running: Promise<void> | undefined;
    let isAskedAgain = false;
    const check = (): void => {
      if (readOnly) return;
      if (running !== undefined) {
        isAskedAgain = true;
        return;
      }
      running = changeAll()
        .catch((error: unknown) =>
          log.error({ err: error }, 'the times of the favourites could not be changed'),
        )
        .finally(() => {
          running = undefined;
          if (isAskedAgain) {
            isAskedAgain = false;
            check();
          }
        });
    };

    /** Carries out a command on a kept week; returns undefined if the command does not concern one. */
    const keep = (command: AnyCommand, by: EventOrigin): Result<undefined> | undefined => {
      const change = changeOf(command);
      const found = change && kept.find(change.of);
      if (found === undefined) return undefined;
      const stored = kept.put({ ...found, week: { ...found.week, ...change!.times } });
      if (!stored.ok) return stored;
      onCommand(raw.at(), command, by);
      update();
      return ok(undefined);
    };
    const commandFor = async (
      caller: Caller,
      ...commands: readonly AnyCommand[]
    ): Promise<Result<undefined>> => {
      if (kept.all().length === 0) return raw.commandFor(caller, ...commands);
      for (const command of commands) {
        const done = keep(command, caller.by) ?? (await raw.commandFor(caller, command));
        if (!done.ok) return done;
      }
      return ok(undefined);
    };

    stack.defer(raw.subscribe(({ changed }) => update(changed)));
    stack.defer(followExceptions(check));
    stack.defer(every(clock, checkEvery, check));
    update();
    check();
    return { datagrams, commandFor, subscribe: listeners.add };
  };
