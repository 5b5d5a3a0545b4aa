import type { DatabaseSync } from 'node:sqlite';
import { currencyOf, type TariffAnswer } from '@plenum/insight/energy';
import { every, type Runtime } from '@plenum/platform';
import { createSerialQueue } from '@plenum/platform/serial-queue';
import type { AnyCommand } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import { ok, type Result } from '@plenum/protocol/refusal';
import {
  type ComfortAnswer,
  type ComfortSettings,
  checkComfort,
  defaultComfort,
  minutesInDay,
  type SetException,
} from '@plenum/protocol/schedule';
import type { Device } from '../device/device.ts';
import { pricedParts } from '../energy/periods.ts';
import { wattsOf } from '../energy/unit-watts.ts';
import { instantOf, localMinuteOf } from '../exceptions/window.ts';
import type { History, SampleListener } from '../history/history.ts';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';
import { advanceComfort, type ComfortState, noComfort } from './advance-comfort.ts';
import { createDegreeDayReader } from './degree-days.ts';
import { createFavouriteRuns } from './favourite-runs.ts';
import { followSamples } from './follow-samples.ts';
import { type Episodes, noEpisodes } from './learn/episode.ts';
import { fitHouse, type HouseFit, nothingKnown } from './learn/fit-house.ts';
import { followRooms } from './learn/follow-rooms.ts';
import { observe } from './learn/observe.ts';
import type { Place } from './learn/sunrise.ts';
import { resultsOf } from './note-plans.ts';
import type { OwnActs } from './own-acts.ts';
import { minute, type StartPlan, type StartSettings } from './plan-start.ts';
import { powerOfStarts } from './similar-starts.ts';

/** Learns what a house shows about its rooms, and starts favourites early if the owner wants that. */
export interface Comfort {
  read(): ComfortAnswer;
  /** Durable when it returns. */
  set(settings: ComfortSettings): Result<undefined>;
  /** Lets the next run of a favourite start at its own time; durable when it returns. */
  startLater(favourite: number): Result<undefined>;
}

interface ComfortDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly device: Device;
  readonly history: Pick<History, 'followSamples' | 'view'>;
  readonly exceptions: () => readonly SetException[];
  /** True while a simulated house catches up on missed time: nothing is started in the past. */
  readonly isBehind: () => boolean;
  /** Place of the house, if it is known: what the sun warms is not learnt. */
  readonly place?: Place | undefined;
  readonly acts: OwnActs;
  /** Returns the price of a kWh. */
  readonly tariff: () => TariffAnswer;
  readonly stack: Pick<DisposableStack, 'defer'>;
  readonly db: DatabaseSync;
  readonly readOnly: boolean;
}

/** Everything learnt, as it is stored. */
interface Learnt {
  readonly episodes: Episodes;
  readonly fit: HouseFit;
  readonly fitAt: number;
  readonly state: ComfortState;
}

const settingsKey = 'comfort';
const learntKey = 'comfort-learnt';
const fitEvery = minutesInDay * minute;
const storeEvery = 10 * minute;
/** Number of starts that are listed. */
const listed = 20;

const toSettings = ({ isOn, roomsOff, notBefore, mayEndRunning }: ComfortSettings): StartSettings => ({
  isOn,
  roomsOff,
  mayEndRunning,
  notBefore:
    notBefore === undefined ? undefined : 60 * Number(notBefore.slice(0, 2)) + Number(notBefore.slice(3)),
});

/** Product of W, ms and the price of a kWh in one unit of money. */
const wattsInKWh = 3_600_000 * 1_000;

/** Returns what is stored; nothing is known if that is damaged or comes from another version. */
const readLearnt = (stored: unknown): Learnt => {
  const { episodes, fit, fitAt = 0, state } = (stored ?? {}) as Partial<Learnt>;
  return {
    episodes: { ...noEpisodes, ...episodes },
    fit: { ...nothingKnown, ...fit },
    fitAt,
    state: { ...noComfort, ...state },
  };
};

/** Opens comfort on time of a house: it continues with everything it learnt before. */
export function openComfort({
  device,
  history,
  exceptions,
  isBehind,
  place,
  acts,
  tariff,
  stack,
  db,
  clock,
  log,
  readOnly,
}: ComfortDeps): Comfort {
  const store = createSettings(db);
  const stored = checkComfort(store.read(settingsKey));
  let settings = stored.ok ? stored.value : defaultComfort;
  const learnt = readLearnt(store.read(learntKey));
  const follower = followRooms(learnt.episodes, place);
  let { fit, fitAt, state } = learnt;
  let isDirty = false;
  let outdoor: number | undefined;
  const findRuns = createFavouriteRuns();
  const readDegreeDays = createDegreeDayReader(history);
  const runsAt = (at: number) =>
    findRuns(device.datagrams(), { at, timeZone: device.timeZone(), exceptions: exceptions() });

  const writeLearnt = (): Result<undefined> => {
    const written = transact(db, () =>
      store.write(learntKey, { episodes: follower.episodes(), fit, fitAt, state } satisfies Learnt),
    );
    if (written.ok) isDirty = false;
    return written;
  };

  const queue = createSerialQueue();
  const nameOf = (favourite: number): string =>
    device.datagrams().schedule.find(({ Index }) => Index === favourite)?.Name ?? '';

  /** Sends a command that comfort on time decided on; after a failure the next minute decides again. */
  const send = async (command: AnyCommand): Promise<void> => {
    const { act } = state;
    const favourite = act === undefined ? '' : nameOf(act.favourite);
    acts.note('comfort', device.at());
    const done = await device.commandFor({ by: { over: 'schedule', favourite } }, command);
    if (done.ok) {
      log.info({ favourite, command: command.name }, 'a favourite was started or ended early');
      return;
    }
    log.warn({ favourite, refusal: done.refusal.code }, 'a favourite could not be started or ended early');
    if (state.act === act) {
      const { act: _, ...rest } = state;
      state = rest;
    }
  };

  const advance = (at: number, datagrams: Datagrams, watts?: number) =>
    advanceComfort(state, {
      at,
      datagrams,
      watts,
      outdoor,
      fit,
      settings: toSettings(settings),
      runs: findRuns(datagrams, { at, timeZone: device.timeZone(), exceptions: exceptions() }),
      minuteOf: (when) => localMinuteOf(when, device.timeZone()) % minutesInDay,
      otherActAt: acts.lastOfOthers('comfort'),
    });

  let isActing = false;
  /** Decides again at the time that the house has reached by then, because a sample may be of missed time. */
  const act = async (): Promise<void> => {
    isActing = false;
    if (isBehind()) return;
    const step = advance(device.at(), device.datagrams());
    if (step.command === undefined) return;
    state = step.state;
    await send(step.command);
  };

  const see: SampleListener = (sample) => {
    const { at, datagrams } = sample;
    outdoor = sample.outdoor === undefined ? undefined : sample.outdoor / 100;
    const seen = observe(at, datagrams, outdoor);
    if (seen === undefined) return;
    follower.see(seen);
    if (at - fitAt >= fitEvery || at < fitAt) {
      fit = fitHouse(follower.episodes(), fit, at);
      fitAt = at;
    }
    const step = advance(at, datagrams, wattsOf(datagrams));
    isDirty = true;
    if (step.command === undefined) {
      state = step.state;
      return;
    }
    if (readOnly || isActing) return;
    isActing = true;
    queue(act).catch((error: unknown) => log.error({ err: error }, 'an early start failed'));
  };

  stack.defer(followSamples({ history, see, log }));
  stack.defer(
    every(clock, storeEvery, () => {
      if (isDirty) writeLearnt();
    }),
  );
  stack.defer(() => {
    if (isDirty) writeLearnt();
  });

  const toPlan = (plan: StartPlan) => ({ ...plan, ...costOf(plan), name: nameOf(plan.favourite) });

  /** Returns the plans at the current time, with the current settings. */
  const readPlans = (): Pick<ComfortAnswer, 'plan' | 'day'> => {
    const { plan, planDay } = advance(device.at(), device.datagrams());
    return { plan: plan === undefined ? null : toPlan(plan), day: planDay().map(toPlan) };
  };

  const readYesterday = (): ComfortAnswer['yesterday'] => {
    const at = device.at();
    const today = Math.floor(localMinuteOf(at, device.timeZone()) / minutesInDay);
    const midnight = instantOf(today * minutesInDay, device.timeZone());
    return resultsOf(state, state.arrivals, midnight).map((one) => ({ ...one, name: nameOf(one.favourite) }));
  };

  /** Returns the expected cost of starting early, if the power of earlier starts and a price are known. */
  const costOf = ({ favourite, start, startsAt }: StartPlan): { cost?: number; currency?: string } => {
    const { tariff: current } = tariff();
    const watts = powerOfStarts(state.arrivals, favourite);
    if (current === null || watts === undefined || startsAt === undefined) return {};
    const parts = pricedParts({ from: startsAt, to: start }, current, device.timeZone());
    const cost = parts.reduce(
      (sum, { from, to, price }) => sum + ((to - from) * watts * price) / wattsInKWh,
      0,
    );
    const currency = currencyOf(current);
    return currency === undefined ? { cost } : { cost, currency };
  };

  return {
    read: () => ({
      settings,
      ...readPlans(),
      yesterday: readYesterday(),
      arrivals: state.arrivals.slice(-listed).map(({ favourite, start, startedAt, arrivedAt }) => ({
        favourite,
        name: nameOf(favourite),
        start,
        startedAt,
        ...(arrivedAt !== undefined && { arrivedAt }),
      })),
      rooms: fit.rooms.map(({ room, way, rate, usual, dead, from, to }) => ({
        index: room,
        way,
        rate,
        sharing: usual.sharing,
        dead: dead ?? null,
        drift: fit.drifts.find((one) => one.room === room)?.drift ?? null,
        from,
        to,
      })),
      timeConstant: fit.timeConstant ?? null,
      perDegreeDay: readDegreeDays(device.at(), device.timeZone()),
    }),
    set: (next) => {
      const written = transact(db, () => store.write(settingsKey, next));
      if (written.ok) settings = next;
      return written;
    },
    startLater: (favourite) => {
      const next = runsAt(device.at()).find((one) => one.favourite === favourite && one.start > device.at());
      if (next === undefined) return ok(undefined);
      const before = state;
      const others = state.later.filter((one) => one.favourite !== favourite);
      state = { ...state, later: [...others, { favourite, until: next.start + minute }] };
      const written = writeLearnt();
      if (!written.ok) state = before;
      return written;
    },
  };
}
