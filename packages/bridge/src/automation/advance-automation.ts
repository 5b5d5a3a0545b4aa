import { type AutomaticEnding, type AutomaticKind, automaticKindNames } from '@plenum/insight/automation';
import type { AnyCommand } from '@plenum/protocol/command';
import type { FavouriteTime } from '../comfort/favourite-runs.ts';
import { isRecent, noteHand, type SeenSettings } from '../comfort/note-hand.ts';
import { minute } from '../comfort/plan-start.ts';
import { remember } from './remember.ts';
import type { ActiveAction, Proposal, RuleInput, RuleMemory } from './rule.ts';
import { rules } from './rules/index.ts';
import { type Changed, currentOf, decidesOn } from './settable.ts';
import { addSpill, type SpillDay } from './spill.ts';

/** State of automatic actions, to be stored as JSON. */
export interface AutomationState extends SeenSettings {
  /** Time of the last act of this part. */
  readonly ownAt: number;
  readonly seenAt?: number;
  readonly memory: RuleMemory;
  readonly active: readonly ActiveAction[];
  readonly past: readonly PastAction[];
  /** Since when each kind is suggested. */
  readonly suggested: readonly { readonly kind: AutomaticKind; readonly since: number }[];
  /** Kinds that a person undid, each with the end of that day. */
  readonly dismissed: readonly { readonly kind: AutomaticKind; readonly until: number }[];
  readonly spill: readonly SpillDay[];
}

/** An action that is over. */
export type PastAction = Pick<ActiveAction, 'kind' | 'since' | 'reason'> & {
  readonly endedAt: number;
  readonly ending: AutomaticEnding;
};

export const noAutomation: AutomationState = {
  handAt: 0,
  ownAt: 0,
  memory: {},
  active: [],
  past: [],
  suggested: [],
  dismissed: [],
  spill: [],
};

/** Everything that automatic actions see at one time. */
export interface AutomationInput extends Omit<RuleInput, 'memory' | 'current'> {
  readonly runs: readonly FavouriteTime[];
  /** Time of the last act of another part of the bridge. */
  readonly otherActAt: number | undefined;
  /** Midnight of the local day. */
  readonly day: number;
  readonly watts: number | undefined;
}

interface AutomationStep {
  readonly state: AutomationState;
  /** The input of the rules. */
  readonly seen: RuleInput;
  /** The proposals of the kinds that are neither off, under way nor dismissed. */
  readonly proposals: readonly { readonly kind: AutomaticKind; readonly proposal: Proposal }[];
  /** An action that begins now. */
  readonly begin: ActiveAction | undefined;
  /** An action that ends now. */
  readonly end: { readonly action: ActiveAction; readonly ending: AutomaticEnding } | undefined;
}

/** Time after a change by a person, outside the runs of favourites, in which nothing happens automatically. */
const handTime = 180 * minute;
/** Longest time between two samples that counts. */
const longestGap = 5 * minute;

/** Advances automatic actions: returns the new state, what is suggested, and at most one action that begins or ends. */
export function advanceAutomation(before: AutomationState, input: AutomationInput): AutomationStep {
  const { at, datagrams, settings, outdoor, runs } = input;
  const noted = noteHand(before, { at, datagrams, runs, ownActs: [before.ownAt, input.otherActAt] });
  const current = runs.findLast(({ start, stop }) => start <= at && (stop === undefined || at < stop));
  const seen: RuleInput = {
    at,
    datagrams,
    settings,
    outdoor,
    current,
    memory: remember(noted.memory, input, at - (before.seenAt ?? at)),
  };
  const open = automaticKindNames.filter(
    (kind) =>
      settings[kind] !== 'off' &&
      !before.active.some((one) => one.kind === kind) &&
      !before.dismissed.some((one) => one.kind === kind && at < one.until),
  );
  const proposals = open.flatMap((kind) => {
    const proposal = rules[kind].propose(seen);
    return proposal === undefined ? [] : { kind, proposal };
  });
  const state: AutomationState = {
    ...noted,
    seenAt: at,
    memory: seen.memory,
    suggested: proposals.map(
      ({ kind }) => before.suggested.find((one) => one.kind === kind) ?? { kind, since: at },
    ),
    dismissed: before.dismissed.filter(({ until }) => at < until),
    spill: spillOf(before, input, seen.memory),
  };
  const ended = before.active
    .map((action) => ({ action, ending: endingOf(action, seen) }))
    .find(({ ending }) => ending !== undefined);
  if (ended !== undefined)
    return { state, seen, proposals, begin: undefined, end: { action: ended.action, ending: ended.ending! } };
  const isFree = current === undefined ? at - state.handAt >= handTime : state.handAt < current.start;
  const chosen = isFree ? proposals.find(({ kind }) => settings[kind] === 'act') : undefined;
  const begin = chosen && beginAction(chosen.kind, chosen.proposal, seen);
  return { state, seen, proposals, begin, end: undefined };
}

/** Returns the action for a proposal, with the values to return to; undefined if nothing would change. */
export function beginAction(
  kind: AutomaticKind,
  proposal: Proposal,
  input: RuleInput,
): ActiveAction | undefined {
  const changed = proposal.given.flatMap((given): Changed[] => {
    const before = currentOf(given, input.datagrams);
    return before === undefined || before === given.value ? [] : [{ ...given, before }];
  });
  if (changed.length === 0) return undefined;
  const { at, current } = input;
  const run = current === undefined ? {} : { run: current.start };
  const room = proposal.room === undefined ? {} : { room: proposal.room };
  return { kind, since: at, changed, ...run, ...room, ...rules[kind].begin(proposal, input) };
}

/** Returns the settings of an action that still have the value that it gave them. */
export const unchanged = ({ changed }: ActiveAction, { datagrams }: Pick<RuleInput, 'datagrams'>) =>
  changed.filter((one) => currentOf(one, datagrams) === one.value);

/**
 * Returns the settings that return when an action ends: those that still have the value of the action. Once a person or a
 * favourite has taken over, they alone decide whether the unit runs, and about what `commands` set.
 */
export function returningOf(
  action: ActiveAction,
  { datagrams, ending, commands = [] }: Ended,
): readonly Changed[] {
  const still = unchanged(action, { datagrams });
  if (ending === 'returned' || ending === 'undone') return still;
  return still.filter((one) => one.name !== 'SysOn' && !commands.some((command) => decidesOn(command, one)));
}

interface Ended extends Pick<RuleInput, 'datagrams'> {
  readonly ending: AutomaticEnding;
  /** The commands of a person that ended it. */
  readonly commands?: readonly AnyCommand[];
}

/** An action whose settings were changed by others has nothing left to do. */
const endingOf = (action: ActiveAction, input: RuleInput): AutomaticEnding | undefined => {
  const isReplaced =
    !isRecent(input.at, action.since) && unchanged(action, input).length < action.changed.length;
  return isReplaced ? 'replaced' : rules[action.kind].ends(action, input);
};

const spillOf = (
  { spill, seenAt }: AutomationState,
  { at, datagrams, day, watts }: AutomationInput,
  { run }: RuleMemory,
): readonly SpillDay[] => {
  const since = seenAt === undefined ? 0 : at - seenAt;
  if (run === undefined || since <= 0 || since > longestGap) return spill;
  return addSpill(spill, { datagrams, way: run.way, day, hours: since / 3_600_000, watts });
};
