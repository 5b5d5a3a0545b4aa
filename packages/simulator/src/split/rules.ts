import type { CommandBody, CommandTo } from '@plenum/protocol/command';
import { subsystems } from '@plenum/protocol/definition';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { type Draft, patch } from '../model/draft.ts';
import type { RuleContext, RuleRefusal, Rules } from '../model/rule.ts';
import { refuseMissing } from '../model/rule.ts';
import { reuseDays, withoutUnit, withUnit } from '../room-unit/favourite.ts';
import { setSplit, setSplitSleep, switchSplit } from './set.ts';

type Names = CommandTo<'split' | 'splitFavourite'>;
/** The last of the four plain fan speeds. The brand set has three more (interface 2.1, SysFan_e of splits). */
const LAST_PLAIN_FAN = 4;

/** Returns the index of a split in its list, or a refusal if no command can reach it. */
const findSplit = (draft: Draft, path: readonly string[], index: number): Result<number> => {
  const splits = draft.datagrams.split;
  const place = splits.findIndex(({ Index }) => Index === index);
  if (place < 0) {
    const noun = splits.length === 0 ? subsystems.split.noun : 'split';
    const installed = splits.map(({ Index }) => Index);
    return refuseMissing(noun, path, index, installed);
  }
  return splits[place]!.Att === 1
    ? ok(place)
    : refuse('not-paired', { path, input: index, facts: { index } });
};

const findFavourite = (draft: Draft, path: readonly string[], index: number): Result<number> => {
  const favourites = draft.datagrams.splitFavourite;
  if (favourites[index] !== undefined) return ok(index);
  const noun = favourites.length === 0 ? subsystems.split.noun : 'split favourite';
  const installed = favourites.map(({ Index }) => Index);
  return refuseMissing(noun, path, index, installed);
};

const refuseFan = (
  draft: Draft,
  place: number,
  path: readonly string[],
  fan: number,
): RuleRefusal | undefined => {
  const { Brand, Index } = draft.datagrams.split[place]!;
  if (Brand === 1 || fan <= LAST_PLAIN_FAN) return undefined;
  return refuse('not-available', {
    path,
    input: fan,
    facts: { what: 'fan-speed', speed: fan, reason: 'plain-fan-speeds', split: Index, most: LAST_PLAIN_FAN },
  });
};

type OfUnit = Extract<Names, `SplitSystemZone${string}`>;
type OfFavourite = Exclude<Names, OfUnit | 'SplitSystemChangeSplitFavourite'>;
type Indexed = { readonly Index: number };
/** Applies a command to the split or favourite at an index. */
type Act<Name extends Names> = (
  draft: Draft,
  place: number,
  body: CommandBody<Name>,
  context: RuleContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: an act that did its work returns nothing
) => RuleRefusal | void;

const onSplit =
  <Name extends OfUnit>(name: Name, act: Act<Name>) =>
  (draft: Draft, body: CommandBody<Name>, context: RuleContext) => {
    const path = [name, 'Index'];
    const { Index } = body as Indexed;
    const found = findSplit(draft, path, Index);
    if (!found.ok) return found;
    if (draft.datagrams.split[found.value]!.Act === 1) return act(draft, found.value, body, context);
    const facts = { what: 'split', split: Index, reason: 'module-silent' } as const;
    return refuse('faulty', { path, input: Index, facts });
  };

const onFavourite =
  <Name extends OfFavourite>(name: Name, act: Act<Name>) =>
  (draft: Draft, body: CommandBody<Name>, context: RuleContext) => {
    const found = findFavourite(draft, [name, 'Index'], (body as Indexed).Index);
    return found.ok ? act(draft, found.value, body, context) : found;
  };

/** The rules of the split system's commands (interface 4.4 Split system). */
export const splitRules: Rules<Names> = {
  SplitSystemZoneOn: onSplit('SplitSystemZoneOn', (draft, place, { On }) => switchSplit(draft, place, On)),
  SplitSystemZoneMode: onSplit('SplitSystemZoneMode', (draft, place, { Mode }) =>
    setSplit(draft, place, { Mode }),
  ),
  SplitSystemZoneFan: onSplit(
    'SplitSystemZoneFan',
    (draft, place, { Fan }) =>
      refuseFan(draft, place, ['SplitSystemZoneFan', 'Fan'], Fan) ?? setSplit(draft, place, { Fan }),
  ),
  SplitSystemZoneSetpoint: onSplit('SplitSystemZoneSetpoint', (draft, place, { Setpoint }) =>
    setSplit(draft, place, { Setpoint }),
  ),
  SplitSystemZoneSwing: onSplit('SplitSystemZoneSwing', (draft, place, { Swing }) =>
    setSplit(draft, place, { Swing }),
  ),
  SplitSystemZoneSleepTimer: onSplit('SplitSystemZoneSleepTimer', (draft, place, { Sleep }, { at }) =>
    setSplitSleep(draft, place, Sleep, at),
  ),
  SplitSystemZoneName: onSplit('SplitSystemZoneName', (draft, place, { Name }) =>
    patch(draft, 'split', place, { Name }),
  ),
  SplitSystemFavouriteName: onFavourite('SplitSystemFavouriteName', (draft, place, { Name }) =>
    patch(draft, 'splitFavourite', place, Name === '' ? { Name, Enabled: 0 } : { Name }),
  ),
  SplitSystemScheduleEnable: onFavourite('SplitSystemScheduleEnable', (draft, place, { Index, En }) => {
    if (En === 1 && draft.datagrams.splitFavourite[place]!.Name === '') {
      const path = ['SplitSystemScheduleEnable', 'Index'];
      return refuse('unused-favourite', { path, input: Index, facts: { index: Index } });
    }
    return patch(draft, 'splitFavourite', place, { Enabled: En });
  }),
  SplitSystemScheduleSettings: onFavourite('SplitSystemScheduleSettings', (draft, place, body) => {
    const { Index: _, DaysEnabled, ...times } = body;
    const days = reuseDays(draft.datagrams.splitFavourite[place]!.DaysEnabled, DaysEnabled);
    patch(draft, 'splitFavourite', place, { ...times, DaysEnabled: days });
  }),
  SplitSystemChangeSplitFavourite: (draft, body) => {
    const name = 'SplitSystemChangeSplitFavourite';
    const { SplitIndex, Apply, On, Mode, Fan, Setpoint, Swing, Sleep } = body;
    const split = findSplit(draft, [name, 'SplitIndex'], SplitIndex);
    if (!split.ok) return split;
    const favourite = findFavourite(draft, [name, 'FavouriteIndex'], body.FavouriteIndex);
    if (!favourite.ok) return favourite;
    const place = favourite.value;
    const { Zones } = draft.datagrams.splitFavourite[place]!;
    const { sleeps } = draft.plant.splitFavourites[place]!;
    if (Apply === 0) {
      sleeps[SplitIndex] = 0;
      return patch(draft, 'splitFavourite', place, { Zones: withoutUnit(Zones, SplitIndex) });
    }
    const refused = refuseFan(draft, split.value, [name, 'Fan'], Fan);
    if (refused !== undefined) return refused;
    sleeps[SplitIndex] = Sleep;
    const entry = [SplitIndex, On, Mode, Fan, Setpoint, Swing] as const;
    return patch(draft, 'splitFavourite', place, { Zones: withUnit(Zones, entry) });
  },
};
