import { enumerations } from '@plenum/protocol/field';
import { type HouseFile, oncePerHouse, roomNumbers } from '../house-schema/house.ts';
import type { Draft } from '../model/draft.ts';
import type { RuleContext } from '../model/rule.ts';
import type { SwitchPlant } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import { unitRules } from '../unit/rules.ts';
import { zoneRules } from '../zone/rules.ts';
import { presence } from './people.ts';
import { switchAll, switchGroup } from './switch.ts';

const { buttonFunction, zoneMode } = enumerations;

/** Time in ms without people after which the sensor reports the room as empty. */
const hold = 600_000;

/** Returns the wall switches whose sensors see a room, each with the number of that room. */
const seeing = oncePerHouse((house: HouseFile): readonly { place: number; room: number }[] => {
  const rooms = roomNumbers(house);
  return (house.lighting?.switches ?? []).flatMap(({ room }, place) =>
    room === undefined ? [] : { place, room: rooms.get(room) ?? 0 },
  );
});

type Control = (
  draft: Draft,
  change: { readonly no: number; readonly on: 0 | 1 },
  context: RuleContext,
) => void;

/** The actions of a sensor when people come (1) and when they are gone (0). A missing target is ignored. */
const controls: Readonly<Record<number, Control>> = {
  [buttonFunction.values['lamp group']]: (draft, { no, on }, { now }) => switchGroup(draft, no, on, now),
  [buttonFunction.values['AC on/off']]: (draft, { on }, context) => {
    if (draft.datagrams.unit[0] !== undefined) unitRules.SysOn(draft, on, context);
  },
  [buttonFunction.values['AC zone']]: (draft, { no: Index, on }, context) => {
    const { auto, close } = zoneMode.values;
    if (draft.datagrams.zone[Index] !== undefined)
      zoneRules.ZoneMode(draft, { Index, Mode: on === 1 ? auto : close }, context);
  },
  [buttonFunction.values['all off']]: (draft, { on }, { now }) => {
    if (on === 0) switchAll(draft, 0, now);
  },
  [buttonFunction.values['all on']]: (draft, { on }, { now }) => {
    if (on === 1) switchAll(draft, 1, now);
  },
};

/** Returns a sensor after a step in which people were in its room or not, the same one if nothing changed. */
const readSensor = (sensor: SwitchPlant, isOccupied: boolean, { from, at }: Step): SwitchPlant => {
  const { sawPeople } = sensor;
  if (isOccupied) return sawPeople && sensor.emptySince === 0 ? sensor : { sawPeople: true, emptySince: 0 };
  if (!sawPeople) return sensor;
  const emptySince = sensor.emptySince === 0 ? from : sensor.emptySince;
  if (at - emptySince >= hold) return { sawPeople: false, emptySince };
  return emptySince === sensor.emptySince ? sensor : { sawPeople, emptySince };
};

/**
 * Lets the occupancy sensors of wall switches control their configured targets, based on the people in their rooms.
 */
export function readOccupancy(draft: Draft, step: Step): void {
  const { model, at, conditions } = step;
  const { wallSwitch } = draft.datagrams;
  for (const { place, room } of seeing(model.house)) {
    const { Occ, OccNo, Att } = wallSwitch[place]!;
    if (Att === 0 || Occ === buttonFunction.values.none) continue;
    const { switches } = draft.plant.lighting!;
    const before = switches[place]!;
    const now = readSensor(before, conditions.activity.people[room]! >= presence, step);
    switches[place] = now;
    if (now.sawPeople === before.sawPeople) continue;
    controls[Occ]?.(draft, { no: OccNo, on: now.sawPeople ? 1 : 0 }, { model, at, now: at });
  }
}
