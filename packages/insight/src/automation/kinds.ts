import { check } from '@plenum/protocol/check';
import { list, number, record, type Value, word } from '@plenum/protocol/field';
import type { Result } from '@plenum/protocol/refusal';

/** The consent of the owner: nothing, a suggestion, or the action itself. */
const whole = ['off', 'suggest', 'act'] as const;
const suggestion = ['off', 'suggest'] as const;

/** The kinds of automatic actions, each with the settings that an owner can choose. */
export const automaticKinds = {
  rest: {
    consents: whole,
    description: 'rest while every room is satisfied, instead of pushing air into rooms that need none',
  },
  mix: { consents: suggestion, description: 'the fan alone while rooms differ' },
  window: { consents: whole, description: 'shut a zone while its window seems open' },
  dry: { consents: whole, description: 'dry the air if it is muggy although every room is at its setpoint' },
  filter: { consents: suggestion, description: 'clean the filter after some hours of the fan' },
} as const;

export type AutomaticKind = keyof typeof automaticKinds;
export const automaticKindNames = Object.keys(automaticKinds) as readonly AutomaticKind[];

const consentFor = <K extends AutomaticKind>(kind: K) => {
  const { description, consents }: { description: string; consents: readonly string[] } =
    automaticKinds[kind];
  return word(description, consents as readonly (typeof automaticKinds)[K]['consents'][number][]);
};

/** The owner's settings for automatic actions. */
export const automaticSettings = record('automatic actions', {
  rest: consentFor('rest'),
  mix: consentFor('mix'),
  window: consentFor('window'),
  dry: consentFor('dry'),
  filter: consentFor('filter'),
  filterHours: number('hours of the fan after which the filter is to be cleaned', { min: 100, max: 2000 }),
  roomsOff: list(
    'zones for which nothing happens automatically',
    number('index of a zone', { min: 0, max: 13 }),
    {
      min: 0,
      max: 14,
    },
  ),
  leastRun: number('minutes that a run lasts before it may end', { min: 5, max: 60, unit: 'min' }),
  leastRest: number('minutes that the unit rests before it may run again', { min: 5, max: 60, unit: 'min' }),
});
export type AutomaticSettings = Value<typeof automaticSettings>;

/** Settings of a house whose owner has not set any. */
export const defaultAutomatic: AutomaticSettings = {
  rest: 'off',
  mix: 'off',
  window: 'off',
  dry: 'off',
  filter: 'off',
  filterHours: 500,
  roomsOff: [],
  leastRun: 10,
  leastRest: 5,
};

/** Checks untrusted settings of automatic actions. */
export const checkAutomatic = (input: unknown): Result<AutomaticSettings> =>
  check(automaticSettings, input, ['automation']) as Result<AutomaticSettings>;
