import { check } from '@plenum/protocol/check';
import type { Field } from '@plenum/protocol/field';
import { type Refusal, refuse } from '@plenum/protocol/refusal';
import { toWire } from '../house-schema/fields.ts';
import type { HouseFile } from '../house-schema/house.ts';

/**
 * The problems of a house file whose values are all valid on their own. The path leads to the value to correct. Only
 * the first problem is read, so a check may rely on the checks before it.
 */
export type Problems = Generator<Refusal, void>;
export type Path = readonly (string | number)[];

const toPath = (path: Path): string[] => path.map(String);

/** Yields a problem if a value is invalid in its context. `why` is in English, like the terminal that shows it. */
export function* cannotBe(path: Path, input: unknown, what: string, why: string): Problems {
  yield refuse('unusable-word', {
    path: toPath(path),
    input,
    facts: { what: 'named', name: what, reason: 'told', told: why },
  }).refusal;
}

/** Yields a problem if a field on the wire cannot hold a temperature in °C: out of range, or between two steps. */
export function* notOnWire(path: Path, celsius: number | undefined, field: Field): Problems {
  if (celsius === undefined) return;
  const checked = check(field, toWire(celsius), toPath(path));
  if (!checked.ok) yield checked.refusal;
}

/** Yields a problem if the house does not have a room with this name. */
export function* noSuchRoom(house: HouseFile, path: Path, room: string): Problems {
  if (house.rooms.some(({ name }) => name === room)) return;
  const rooms = house.rooms.map(({ name }) => name).join(', ');
  yield* cannotBe(path, room, 'a room', `this house has ${rooms}`);
}

/** Yields a problem for each repeated value in a list whose values must be unique. */
export function* repeated(
  values: readonly (string | number)[],
  pathOf: (place: number) => Path,
  what: string,
): Problems {
  for (const [place, value] of values.entries())
    if (values.indexOf(value) < place)
      yield* cannotBe(pathOf(place), value, what, 'it is already in the list');
}
