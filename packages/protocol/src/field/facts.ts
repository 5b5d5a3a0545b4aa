/** The kinds of field. Every derivation has a table with one row for each kind. */
export type Kind =
  | 'temperature'
  | 'setpoint'
  | 'flag'
  | 'choice'
  | 'percent'
  | 'minutes'
  | 'clock'
  | 'index'
  | 'number'
  | 'instant'
  | 'quantity'
  | 'name'
  | 'text'
  | 'word'
  | 'bool'
  | 'record'
  | 'object'
  | 'list'
  | 'map';

/**
 * The facts about a field that a JSON Schema validator does not need, stored in the schema under `x-plenum`. A wire
 * value is the value in `unit` multiplied by `scale`; `disabled` is a marker outside the range that switches the field
 * off; `choices` are the labelled values of an enumeration, `takers` the units that accept some of them; `bytes` is the
 * longest name on the wire in bytes of UTF-8; `expected` describes the form of a text for a sentence; `alias` lists
 * other spellings accepted in a command; `gap` is our decision on a point that the interface does not define; `inert`
 * is the reason why a field changes nothing else in a simulated house; `isRounded` marks a number that a command may
 * send with a fraction (lighting 3); `isDifference` marks a difference between temperatures, which converts to °F
 * without an offset; `mirrorsClock` marks a field that only shows the time of day, so that a new value does not count
 * as a change; `live` marks a field that only real devices add (wire facts 2 and 3); `example` is a value that is more
 * instructive than a random one.
 */
export interface Facts {
  readonly kind: Kind;
  readonly noun?: string;
  readonly unit?: string;
  readonly scale?: number;
  readonly disabled?: number;
  readonly enumeration?: string;
  readonly choices?: Readonly<Record<string, number>>;
  readonly takers?: Readonly<Record<string, string | undefined>>;
  readonly bytes?: number;
  readonly expected?: string;
  readonly alias?: readonly string[];
  readonly section?: string;
  readonly gap?: string;
  readonly inert?: string;
  readonly isRounded?: boolean;
  readonly isDifference?: boolean;
  readonly metric?: string;
  readonly mirrorsClock?: boolean;
  readonly live?: boolean;
  readonly example?: unknown;
}
