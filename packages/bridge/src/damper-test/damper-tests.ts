import type { DatabaseSync } from 'node:sqlite';
import { every, type Runtime } from '@plenum/platform';
import { createSerialQueue } from '@plenum/platform/serial-queue';
import type { AnyCommand } from '@plenum/protocol/command';
import { type DatagramOf, findDatagram } from '@plenum/protocol/component';
import type { EventOrigin } from '@plenum/protocol/extension';
import { enumerations } from '@plenum/protocol/field';
import { ok, type Reason, type RefusalCode, type Result, refuse } from '@plenum/protocol/refusal';
import {
  type DamperTestOutcome,
  type DamperTestResult,
  type DamperTestStep,
  type DamperTestsAnswer,
  isSensed,
  maxOpening,
} from '@plenum/protocol/zone';
import type { Device } from '../device/device.ts';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';

type Zone = DatagramOf<'zone'>;

/** Opens and closes the damper of a zone on request, then restores the mode and setpoint of the zone. */
export interface DamperTests {
  read(): DamperTestsAnswer;
  /** Resolves once the damper has been told to open. */
  start(zone: number, by: EventOrigin): Promise<Result<undefined>>;
  /** Ends the test of a zone; succeeds without an effect if none is running. */
  end(zone: number): Promise<Result<undefined>>;
}

/** The test that is running. Stored before anything is sent, so that the zone is restored after a crash too. */
interface KeptTest {
  readonly step: DamperTestStep;
  /** The mode and setpoint to restore. */
  readonly mode: number;
  readonly setpoint: number;
  /** The setpoint that the device chose itself when its mode was changed, as some devices do. */
  readonly chosen?: number;
  /** Origin of the test, recorded with its commands. */
  readonly by: EventOrigin;
  /** The result so far. Its outcome applies once the zone is restored. */
  readonly result: DamperTestResult;
}

interface Kept {
  readonly running?: KeptTest;
  readonly results: readonly DamperTestResult[];
}

interface DamperTestsDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly device: Device;
  readonly stack: Pick<AsyncDisposableStack, 'defer'>;
  readonly db: DatabaseSync;
  readonly readOnly: boolean;
}

const key = 'damper-tests';
const checkEvery = 5_000;
/** Positions are shown in steps of 5 %. */
const tolerance = 5;
/** Seconds in which a damper moves from end to end if `DamperTime` is automatic. */
const defaultTravel = 60;
/** Time that a damper may take, as a multiple of its travel. */
const patience = 2;
/** Time of the machine in ms after which a step ends even if no time passes in the house. */
const longest = 15 * 60_000;

const { open, close } = enumerations.zoneMode.values;

const readingOf = (zone: Zone, supply: number | undefined, seconds: number): DamperTestResult['before'] => ({
  damper: zone.DmpPos,
  seconds,
  ...(isSensed(zone) && { temperature: zone.Temp }),
  ...(supply !== undefined && { supply }),
});

/** True if the system itself holds a closed zone open (interface 2.3). */
const isHeld = ({ ConstA, Master }: Zone): boolean => ConstA === 1 || Master === 1;

/** Returns the zones other than one that are not being closed, so that their dampers may let air through. */
const othersNotClosed = (zones: readonly Zone[], index: number): readonly Zone[] =>
  zones.filter((each) => each.Index !== index && (each.Mode !== close || isHeld(each)));

const isAnotherOpen = (zones: readonly Zone[], index: number): boolean =>
  othersNotClosed(zones, index).some(({ DmpPos }) => DmpPos > 0);

const refuseTest = (zone: number, why: Reason) =>
  refuse('not-available', { path: ['zone'], input: zone, facts: { what: 'damper-test', ...why } });

/** Returns the reason why a zone cannot be tested. */
const checkTest = (device: Device, index: number): Result<Zone> => {
  const { unit, zone: zones } = device.datagrams();
  const zone = zones.find((each) => each.Index === index);
  if (zone === undefined) {
    const installed = zones.map((each) => each.Index).join(', ');
    const facts = { noun: 'zone', index, count: zones.length, installed };
    return refuse('not-installed', { path: ['zone'], input: index, facts });
  }
  if (zone.DamperSkip === 1) return refuseTest(index, { reason: 'damper-not-driven', zone: index });
  if (maxOpening(zone) <= tolerance)
    return refuseTest(index, { reason: 'damper-without-range', zone: index });
  if (unit[0]?.SysOn !== 1) return refuseTest(index, { reason: 'unit-off' });
  if (othersNotClosed(zones, index).length === 0) return refuseTest(index, { reason: 'shuts-every-damper' });
  return ok(zone);
};

/** Opens the damper tests of a house. A test that was running when the bridge stopped is ended, and its zone restored. */
export function openDamperTests({ device, stack, db, clock, log, readOnly }: DamperTestsDeps): DamperTests {
  const settings = createSettings(db);
  let kept = (settings.read(key) ?? { results: [] }) as Kept;
  const store = (next: Kept): Result<undefined> => {
    const stored = transact(db, () => settings.write(key, next));
    if (stored.ok) kept = next;
    return stored;
  };
  const run = (running: KeptTest): Result<undefined> => store({ ...kept, running });
  const finish = ({ result }: KeptTest): Result<undefined> =>
    store({ results: [...kept.results.filter(({ zone }) => zone !== result.zone), result] });

  const zoneOf = ({ result: { zone } }: KeptTest): Zone | undefined =>
    findDatagram(device.datagrams(), 'zone', zone);
  const supply = (): number | undefined => device.datagrams().unit[0]?.Supply;
  const openedAt = device.at();
  /** True if the zone of a real bridge has been read since this bridge started. */
  const isKnown = ({ result: { zone } }: KeptTest): boolean =>
    (device.readAt('zone', zone) ?? openedAt) >= openedAt;

  /** Start of the step, by the clock of the house and by that of the machine. */
  let began = { at: openedAt, machine: clock.now() };
  /** Returns the seconds from the start of the step until the zone was last read. */
  const secondsUntilRead = ({ Index }: Zone): number => {
    const read = device.readAt('zone', Index) ?? device.at();
    return Math.max(0, Math.round((read - began.at) / 1_000));
  };

  const send = ({ by }: KeptTest, command: AnyCommand): Promise<Result<undefined>> =>
    device.commandFor({ by, untilConfirmed: true }, command);

  /** Sends a mode; stores the test first. */
  const drive = async (test: KeptTest, Mode: number): Promise<Result<undefined>> => {
    const stored = run(test);
    if (!stored.ok) return stored;
    const before = zoneOf(test)?.Setpoint;
    const done = await send(test, {
      name: 'ZoneMode',
      body: { Index: test.result.zone, Mode },
    } as AnyCommand);
    began = { at: device.at(), machine: clock.now() };
    const chosen = zoneOf(test)?.Setpoint;
    if (!done.ok || chosen === undefined || chosen === before) return done;
    return run({ ...test, chosen });
  };

  const restore = async (test: KeptTest): Promise<Result<undefined>> => {
    const zone = zoneOf(test);
    const isOurs = zone !== undefined && [open, close, test.mode].includes(zone.Mode);
    // Someone else has changed the zone in the meantime, so that change stays.
    if (!isOurs) return finish({ ...test, result: { ...test.result, outcome: 'changed' } });
    const { Index } = zone;
    if (zone.Mode !== test.mode) {
      const done = await send(test, { name: 'ZoneMode', body: { Index, Mode: test.mode } } as AnyCommand);
      if (!done.ok) return done;
    }
    if (zone.Setpoint === test.chosen && test.chosen !== test.setpoint) {
      const body = { Index, Setpoint: test.setpoint };
      const done = await send(test, { name: 'ZoneSetpoint', body } as AnyCommand);
      if (!done.ok) return done;
    }
    return finish(test);
  };

  const conclude = (
    test: KeptTest,
    outcome: DamperTestOutcome,
    reading: Partial<Pick<DamperTestResult, 'open' | 'shut'>> = {},
  ): Promise<Result<undefined>> => {
    const next: KeptTest = { ...test, step: 'restoring', result: { ...test.result, ...reading, outcome } };
    const stored = run(next);
    return stored.ok ? restore(next) : Promise.resolve(stored);
  };

  /** Takes a running test as far as the state of its zone allows. */
  const proceed = async (test: KeptTest): Promise<Result<undefined>> => {
    const zone = zoneOf(test);
    const { unit, zone: zones } = device.datagrams();
    if (test.step === 'restoring' || zone === undefined) return restore(test);
    if (zone.Mode !== (test.step === 'opening' ? open : close)) return conclude(test, 'changed');
    if (unit[0]?.SysOn !== 1) return conclude(test, 'unit-off');
    if (clock.now() - began.machine > longest) return conclude(test, 'interrupted');
    const seconds = secondsUntilRead(zone);
    const isTooLong = seconds > patience * (unit[0].DamperTime || defaultTravel);
    const reading = readingOf(zone, supply(), seconds);
    if (test.step === 'opening') {
      if (zone.DmpPos < maxOpening(zone) - tolerance)
        return isTooLong ? conclude(test, 'does-not-open', { open: reading }) : ok(undefined);
      // After the unit was switched on, the other dampers need time to open.
      if (!isAnotherOpen(zones, zone.Index))
        return isTooLong ? conclude(test, 'every-damper-shut', { open: reading }) : ok(undefined);
      return drive({ ...test, step: 'closing', result: { ...test.result, open: reading } }, close);
    }
    if (isHeld(zone)) return conclude(test, 'held-open', { shut: reading });
    if (zone.DmpPos <= tolerance) return conclude(test, 'moves', { shut: reading });
    if (!isAnotherOpen(zones, zone.Index)) return conclude(test, 'every-damper-shut', { shut: reading });
    return isTooLong ? conclude(test, 'does-not-close', { shut: reading }) : ok(undefined);
  };

  const queue = createSerialQueue();
  let isStopped = false;
  stack.defer(() => {
    isStopped = true;
  });
  let failed: RefusalCode | undefined;
  const proceedOnce = async (): Promise<void> => {
    const { running } = kept;
    if (running === undefined || isStopped || !isKnown(running)) return;
    const done = await proceed(running);
    const code = done.ok ? undefined : done.refusal.code;
    if (code !== undefined && code !== failed)
      log.warn({ zone: running.result.zone, refusal: code }, 'a damper test waits for the device');
    failed = code;
  };
  let isWaiting = false;
  /** Proceeds with the running test, once for all changes that arrive while it waits for its turn. */
  const look = (): void => {
    if (kept.running === undefined || readOnly || isWaiting) return;
    isWaiting = true;
    queue(() => {
      isWaiting = false;
      return proceedOnce();
    }).catch((error: unknown) => log.error({ err: error }, 'a damper test failed'));
  };

  // The steps of a test are not stored with their progress, so a restarted bridge ends the test.
  if (kept.running !== undefined && kept.running.step !== 'restoring' && !readOnly) {
    const { result, ...rest } = kept.running;
    run({ ...rest, step: 'restoring', result: { ...result, outcome: 'interrupted' } });
  }
  stack.defer(
    device.subscribe(({ changed }) => {
      if (changed.some(({ kind }) => kind === 'zone' || kind === 'unit')) look();
    }),
  );
  stack.defer(every(clock, checkEvery, look));
  look();

  return {
    read: () => ({
      results: kept.results,
      ...(kept.running && {
        running: { zone: kept.running.result.zone, at: kept.running.result.at, step: kept.running.step },
      }),
    }),
    start: (index, by) =>
      queue(async () => {
        if (readOnly) return refuse('read-only');
        if (kept.running !== undefined)
          return refuseTest(index, { reason: 'damper-tested', zone: kept.running.result.zone });
        const checked = checkTest(device, index);
        if (!checked.ok) return checked;
        const { Mode: mode, Setpoint: setpoint } = checked.value;
        const before = readingOf(checked.value, supply(), 0);
        const result: DamperTestResult = { zone: index, at: device.at(), outcome: 'interrupted', before };
        const test: KeptTest = { step: 'opening', mode, setpoint, by, result };
        const done = await drive(test, open);
        // A device that did not confirm the command may still carry it out.
        if (!done.ok && done.refusal.code !== 'not-stored') run({ ...test, step: 'restoring' });
        look();
        return done;
      }),
    end: (index) =>
      queue(async () => {
        if (readOnly) return refuse('read-only');
        if (kept.running?.result.zone !== index || kept.running.step === 'restoring') return ok(undefined);
        const { result, ...test } = kept.running;
        const ended: KeptTest = { ...test, step: 'restoring', result: { ...result, outcome: 'ended' } };
        const stored = run(ended);
        return stored.ok ? restore(ended) : stored;
      }),
  };
}
