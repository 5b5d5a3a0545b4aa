import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { ok, refuse } from '@plenum/protocol/refusal';
import { entityKind } from './entity.ts';
import { derived, type EntityMember, inOrder, membersOf, press, toWanted } from './member.ts';
import { openAndClose, readWord, toWireValue } from './value.ts';

type Lamp = DatagramOf<'lamp'>;
const { blindDrive } = enumerations;
const { field, shown } = membersOf('lamp');
const brightness = field('Brig');

/** The movements of a blind, keyed by the command for a cover in Home Assistant. */
const drives = { open: 'up', close: 'down', stop: 'stop' } as const;
const blindWords = [...openAndClose, 'stop'] as const;

/**
 * Opens or shuts a garage door. The door has one button, which is pressed only if its contact (`Reed`) shows the other
 * state, so that a repeated message does not reverse the door (lighting 5).
 */
const setDoor: EntityMember<Lamp>['write'] = (typed, { Index, Reed }) => {
  const word = readWord(typed, openAndClose);
  if (!word.ok) return word;
  if (Reed === undefined) {
    const facts = { what: 'numbered-garage-door', lamp: Index, reason: 'door-unknown' } as const;
    return refuse('not-available', { path: ['LiOn'], input: typed, facts });
  }
  if ((Reed === 1) === (word.value === 'close')) return ok([]);
  return toWanted('LiOn', { No: Index, On: 1 });
};

const setBlind: EntityMember<Lamp>['write'] = (typed, { Index }) => {
  const word = readWord(typed, blindWords);
  if (!word.ok) return word;
  return toWanted('CbldDrive', { No: Index, Mode: blindDrive.values[drives[word.value]] });
};

const setCover: EntityMember<Lamp>['write'] = (typed, lamp, house) => {
  const { isGarageDoor, isBlind } = abilitiesOf(lamp.Type);
  if (isGarageDoor) return setDoor(typed, lamp, house);
  if (isBlind) return setBlind(typed, lamp, house);
  const facts = { what: 'open-and-close', reason: 'not-a-cover', lamp: lamp.Index } as const;
  return refuse('not-available', { input: typed, facts });
};

const setRgb: EntityMember<Lamp>['write'] = (typed, { Index }) => {
  const [, R, G, B] = /^\s*(\d{1,3}),(\d{1,3}),(\d{1,3})\s*$/.exec(typed) ?? [];
  if (B === undefined)
    return refuse('wrong-type', { input: typed, facts: { expected: 'a colour such as 255,128,0' } });
  return inOrder(
    toWanted('LiRgb', { No: Index, R: Number(R), G: Number(G), B: Number(B) }),
    toWanted('LiRgbMode', { No: Index, Rgb: 1 }),
  );
};

const setWhite: EntityMember<Lamp>['write'] = (typed, { Index }) => {
  const value = toWireValue(brightness.field!, typed);
  if (!value.ok) return value;
  return inOrder(
    toWanted('LiRgbMode', { No: Index, Rgb: 0 }),
    toWanted('LiBright', { No: Index, Bright: value.value }),
  );
};

const cover = ({ Type, Reed, Pos }: Lamp) => {
  const { isGarageDoor } = abilitiesOf(Type);
  if (isGarageDoor) return Reed === undefined ? null : Reed === 1 ? 'closed' : 'open';
  return Pos === undefined ? null : Pos === 0 ? 'closed' : 'open';
};

/** One lamp, outlet, relay, blind or garage door (lighting 2). */
export const lampEntity = entityKind<Lamp>(
  'lamp',
  ({ lamp }) => lamp.filter(({ Att }) => Att !== 0).map((source) => ({ ids: [source.Index], source })),
  {
    name: shown('Name'),
    type: shown('Type'),
    on: field('On'),
    brightness,
    white: derived(({ Brig }) => Brig ?? null, { write: setWhite, unit: 'percent' }),
    warmth: field('Temp'),
    rgb: derived(({ R, G, B }) => (B === undefined ? null : [R, G, B].join(',')), { write: setRgb }),
    color_mode: derived(({ Type, Rgb }) =>
      !abilitiesOf(Type).isColoured
        ? abilitiesOf(Type).dims
          ? 'brightness'
          : 'onoff'
        : Rgb === 1
          ? 'rgb'
          : 'white',
    ),
    effect: field('Fx'),
    powered: shown('Pwrd'),
    cover: derived(cover, { write: setCover }),
    position: shown('Pos'),
    setpoint: field('Setpoint'),
    temperature: shown('RoomTemp'),
    climate_mode: derived(({ On }) => (On === undefined ? null : On === 1 ? 'auto' : 'off'), {
      write: (typed, { Index }) => {
        const word = readWord(typed, ['off', 'auto']);
        return word.ok ? toWanted('LiOn', { No: Index, On: word.value === 'auto' ? 1 : 0 }) : word;
      },
    }),
  },
);

/** The lighting system as a whole. */
export const lightingEntity = entityKind<DatagramOf<'lighting'>>(
  'lighting',
  ({ lighting }) => lighting.map((source) => ({ ids: [], source })),
  {
    name: membersOf('lighting').shown('Tag1'),
    all_on: press(() => toWanted('LiAllOn', { On: 1 })),
    all_off: press(() => toWanted('LiAllOff', { Off: 1 })),
  },
);
