import type { Clock } from '@plenum/platform';
import type { Datagrams } from '@plenum/protocol/component';
import { isRecord } from '@plenum/protocol/json';
import type { Quirks } from '@plenum/protocol/quirks';
import { ok, type Result } from '@plenum/protocol/refusal';
import { changesBetween, replaceChanged } from '../device/changes.ts';
import type { Decorator } from '../device/decorate.ts';
import type { ComponentChange } from '../device/device.ts';
import type { BridgeQuirks } from './bridge-quirks.ts';

/** A component as it was before a command, shown until a given time. */
interface Held {
  readonly before: ComponentChange;
  readonly until: number;
}

/** Numbers that occur in no enumeration. */
const unknownValues = { SysMode: 60, SysFan: 61, RAS: 62, FanAutoEn: 1, FanAutoType: 63 };

/** Replaces every number by 0 and every string by an empty one. */
const blank = (value: unknown): unknown => {
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, blank(inner)]));
  return typeof value === 'number' ? 0 : typeof value === 'string' ? '' : value;
};

/** Returns the datagrams as a device with these quirks shows them. */
const toShown = (datagrams: Datagrams, quirks: Quirks): Datagrams => {
  const [unit] = datagrams.unit;
  if (unit === undefined) return datagrams;
  if (quirks['lost-ac']) return { ...datagrams, unit: [blank(unit) as typeof unit], zone: [], schedule: [] };
  const changed = {
    ...(quirks['zero-zones'] && { NoOfZones: 0, NoOfConst: 0 }),
    ...(quirks['sys-type'] !== undefined && { SysType: quirks['sys-type'] }),
    ...(quirks['unknown-values'] && unknownValues),
  };
  return {
    ...datagrams,
    unit: [{ ...unit, ...changed }],
    ...(quirks['zero-zones'] && { zone: [] }),
  };
};

/** Returns the id in the responses of a device if it differs from the id in discovery. */
const otherUid = (uid: string) => String((Number(uid) + 1) % 1_000_000_000).padStart(9, '0');

/**
 * Shows clients the device with those quirks of the bridge that concern the state of the device; returns the device
 * unchanged if there are none.
 */
export const withQuirks =
  (quirks: BridgeQuirks, clock: Clock): Decorator =>
  (device) => {
    let held: readonly Held[] = [];
    /** The state before each command that is being performed and will be shown late. */
    const performing = new Set<Datagrams>();
    let shown: { from: Datagrams; by: Quirks; held: readonly Held[]; datagrams: Datagrams } | undefined;

    const holdFrom = (before: Datagrams, seconds: number) => {
      const until = clock.now() + seconds * 1000;
      const changed = changesBetween(device.datagrams(), before);
      held = [...held, ...changed.map((each): Held => ({ before: each, until }))];
    };

    const datagrams = (): Datagrams => {
      const by = quirks.current();
      const now = clock.now();
      if (held.some(({ until }) => until <= now)) held = held.filter(({ until }) => until > now);
      const [from = device.datagrams()] = performing;
      if (held.length === 0 && Object.keys(by).length === 0) return from;
      if (shown?.from === from && shown.by === by && shown.held === held) return shown.datagrams;
      // The oldest value is last: the value before the first of several commands.
      const late = held.toReversed().reduce((all, { before }) => replaceChanged(all, before), from);
      shown = { from, by, held, datagrams: toShown(late, by) };
      return shown.datagrams;
    };

    const perform = async (run: () => Promise<Result<undefined>>): Promise<Result<undefined>> => {
      if (quirks.affects('ignore-writes')) return ok(undefined);
      const late = quirks.current()['late-apply'] ?? 0;
      if (late === 0) return run();
      // A copy, because commands that run at the same time can begin with the same state.
      const before = { ...device.datagrams() };
      performing.add(before);
      try {
        const result = await run();
        if (result.ok) holdFrom(before, late);
        return result;
      } finally {
        performing.delete(before);
      }
    };

    return {
      get identity() {
        const { identity } = device;
        return quirks.current()['other-uid'] ? { ...identity, uid: otherUid(identity.uid) } : identity;
      },
      datagrams,
      commandFor: (caller, ...commands) => perform(() => device.commandFor(caller, ...commands)),
    };
  };
