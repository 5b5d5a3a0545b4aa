import type { DatagramOf } from '@plenum/protocol/component';
import { signOf } from '../comfort/learn/observe.ts';
import { minute } from '../comfort/plan-start.ts';
import type { RuleMemory, SeenHouse, SeenRoom } from './rule.ts';
import { isMeasured } from './rules/rooms.ts';

type Zone = DatagramOf<'zone'>;

/** Time over which a room loses so much in hundredths of a kelvin only with an open window. */
const jumpTime = 6 * minute;
const jump = 80;
/** A unit that stopped less long ago lets a room move as fast. */
const stillMoving = 20 * minute;
/** Opening in % from which a damper lets in enough air to tell a window from a shut damper. */
const letsAirIn = 30;
/** Recovery in hundredths of a kelvin that shows that the window was closed, and the longest time without it. */
const recovery = 30;
const longestOpen = 120 * minute;

/** Follows the temperature of each room, and infers windows that are open from a jump against the unit. */
export function followWindows(
  before: Readonly<Record<string, SeenRoom>>,
  { at, datagrams, outdoor }: SeenHouse,
  run: RuleMemory['run'],
): Readonly<Record<string, SeenRoom>> {
  return Object.fromEntries(
    datagrams.zone.filter(isMeasured).map((zone) => {
      const seen = before[zone.Index] ?? { recent: [] };
      const recent = [
        ...seen.recent.filter((one) => one.at <= at && at - one.at <= jumpTime),
        { at, temperature: zone.Temp },
      ];
      const restedSince = run === undefined ? (seen.restedSince ?? at) : undefined;
      const open = seen.open === undefined ? undefined : stillOpen(seen.open, zone, at);
      const opened =
        open ??
        (outdoor === undefined ? undefined : inferOpen(recent, { zone, at, outdoor, run, restedSince }));
      return [
        zone.Index,
        {
          recent: opened !== undefined && open === undefined ? recent.slice(-1) : recent,
          ...(restedSince !== undefined && { restedSince }),
          ...(opened !== undefined && { open: opened }),
        },
      ];
    }),
  );
}

/** Follows an open window until the room recovers; undefined once it is closed. */
const stillOpen = (open: NonNullable<SeenRoom['open']>, { Temp }: Zone, at: number): SeenRoom['open'] => {
  const furthest = open.towards === 1 ? Math.max(open.furthest, Temp) : Math.min(open.furthest, Temp);
  const isRecovering = open.towards * (furthest - Temp) >= recovery;
  return isRecovering || at - open.since >= longestOpen ? undefined : { ...open, furthest };
};

interface Jumping {
  readonly zone: Zone;
  readonly at: number;
  readonly outdoor: number;
  readonly run: RuleMemory['run'];
  readonly restedSince: number | undefined;
}

const inferOpen = (
  recent: SeenRoom['recent'],
  { zone: { Temp, DmpPos }, at, outdoor, run, restedSince }: Jumping,
): SeenRoom['open'] => {
  const [first] = recent;
  const towards = outdoor * 100 > Temp ? 1 : -1;
  const change = towards * (Temp - first!.temperature);
  if (change < jump) return undefined;
  const isPushedBack =
    run !== undefined && run.since <= first!.at && signOf(run.way) !== towards && DmpPos >= letsAirIn;
  const isResting = restedSince !== undefined && first!.at - restedSince >= stillMoving;
  return isPushedBack || isResting ? { since: at, towards, lost: change, furthest: Temp } : undefined;
};
