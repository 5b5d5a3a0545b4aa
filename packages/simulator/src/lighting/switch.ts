import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { type Draft, patch, replace } from '../model/draft.ts';
import { drive } from './motion.ts';
import { readSetting } from './setting.ts';

type Lamp = DatagramOf<'lamp'>;

/** Time in ms that a lamp takes to fade from off to full, for each fade speed. */
const fadeTimes = [4000, 2000, 1000, 0] as const;

/** Returns the actual brightness of a lamp at a given time, 0..100, while it fades from one value to the next. */
export function levelAt(draft: Draft, place: number, at: number): number {
  const { level, fadeFrom, fadeAt } = draft.plant.lighting!.lamps[place]!;
  if (level === fadeFrom) return level;
  const duration = fadeTimes[draft.datagrams.lamp[place]!.Acce] ?? 0;
  const share = duration === 0 ? 1 : Math.min(1, Math.max(0, (at - fadeAt) / duration));
  return fadeFrom + (level - fadeFrom) * share;
}

/** True if a lamp has reached its target brightness. */
export function hasFaded(draft: Draft, place: number, at: number): boolean {
  const { level, fadeFrom, fadeAt } = draft.plant.lighting!.lamps[place]!;
  return level === fadeFrom || at - fadeAt >= (fadeTimes[draft.datagrams.lamp[place]!.Acce] ?? 0);
}

const targetLevel = ({ On, Brig, Type, Att, Pwrd }: Lamp): number =>
  On === 1 && Att === 1 && Pwrd === 1 ? (abilitiesOf(Type).dims ? Brig : 100) : 0;

/** Sets members of a lamp and starts the fade to the new values. A dimmer never goes below its limit. */
export function setLamp(draft: Draft, place: number, members: Partial<Lamp>, at: number): void {
  const from = levelAt(draft, place, at);
  patch(draft, 'lamp', place, members);
  const { CacdLimit = 0, Brig } = draft.datagrams.lamp[place]!;
  if (Brig < CacdLimit) patch(draft, 'lamp', place, { Brig: CacdLimit });
  const { lamps, hasPower } = draft.plant.lighting!;
  const level = hasPower ? targetLevel(draft.datagrams.lamp[place]!) : 0;
  if (level !== lamps[place]!.level) replace(lamps, place, { fadeFrom: from, fadeAt: at, level });
}

/**
 * True if commands to groups or all lamps can switch a lamp. Such commands never operate a garage door, because the
 * door gives access to the house.
 */
export const isSwitchable = ({ Type, Att, Pwrd }: Lamp): boolean =>
  Att === 1 && Pwrd === 1 && !abilitiesOf(Type).isGarageDoor;

const { blindMove } = enumerations;

/** Switches a lamp on or off, or opens or shuts a blind. */
export function switchLamp(draft: Draft, place: number, on: number, at: number): void {
  if (abilitiesOf(draft.datagrams.lamp[place]!.Type).isBlind) drive(draft, place, on === 1 ? 1 : -1, at);
  setLamp(draft, place, { On: on }, at);
}

/** Switches all lamps that take part in all on or all off. Blinds move according to their settings. */
export function switchAll(draft: Draft, on: number, at: number): void {
  for (const [place, lamp] of draft.datagrams.lamp.entries()) {
    if (!isSwitchable(lamp)) continue;
    if (abilitiesOf(lamp.Type).isBlind) {
      const move = on === 1 ? lamp.AllOn : lamp.AllOff;
      if (move !== undefined && move !== blindMove.values.stays)
        drive(draft, place, move === blindMove.values.up ? 1 : -1, at);
    } else if ((on === 1 ? lamp.AlOn : lamp.AlOf) === 1) setLamp(draft, place, { On: on }, at);
  }
}

const membersOf = ({ datagrams: { lamp } }: Draft, group: number): readonly Lamp[] =>
  lamp.filter((each) => each.GrNo === group && isSwitchable(each));

/** Switches a group on or off. */
export function switchGroup(draft: Draft, group: number, on: number, at: number): void {
  for (const { Index } of membersOf(draft, group)) switchLamp(draft, Index, on, at);
}

/** Switches a group off if any of its lamps is on, otherwise on. */
export const toggleGroup = (draft: Draft, group: number, at: number): void =>
  switchGroup(draft, group, membersOf(draft, group).some(({ On }) => On === 1) ? 0 : 1, at);

/** Applies the stored settings of a favourite to its lamps. */
export function startLightFavourite(draft: Draft, favourite: number, at: number): void {
  for (const entry of draft.datagrams.lightFavourite[favourite]!.iLightFav) {
    const { X } = entry;
    const setting = readSetting(entry);
    const lamp = draft.datagrams.lamp[X];
    if (setting === undefined || lamp === undefined || !isSwitchable(lamp)) continue;
    if (abilitiesOf(lamp.Type).isBlind) drive(draft, X, setting.On === 1 ? 1 : -1, at);
    setLamp(draft, X, setting, at);
  }
}

/** Switches off the lamps of a favourite that stops. */
export function stopLightFavourite(draft: Draft, favourite: number, at: number): void {
  for (const entry of draft.datagrams.lightFavourite[favourite]!.iLightFav) {
    const lamp = draft.datagrams.lamp[entry.X];
    if (lamp !== undefined && readSetting(entry)?.On === 1 && isSwitchable(lamp))
      switchLamp(draft, entry.X, 0, at);
  }
}
