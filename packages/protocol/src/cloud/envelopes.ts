import { list, object, record, text, word } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import { cloudResultNames } from './results.ts';

/** A UUID (RFC 9562), upper or lower case. */
export const requestId = text('chosen by the caller, echoed in the answer', {
  pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
  expected: 'a UUID',
  section: '2.10',
  example: '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10',
});

export const componentId = text('`<system_id>_<kind>_<index>`', {
  section: '2.10',
  gap: 'ids of kinds other than the AC settings are ours',
  example: '000000001_hvac_zone_3',
});

const userId = (description: string) => text(description, { example: 'user-1' });
const type = <const Word extends string>(name: Word) => word('kind of message', [name]);

/** A component and its settings (interface 2.10). */
export const cloudComponent = record('a component and its settings', {
  componentId,
  datagram: object('the settings object of the component (interface 2.2 to 2.9)'),
});

const devices = list('components', cloudComponent, { min: 0, max: 1_000_000 });

const result = record(
  'the result of the command',
  {
    result: word('result message', cloudResultNames, { section: '7' }),
    detail: text('the reason, in one sentence', { gap: 'ours, left out if the result is enough' }),
  },
  { optional: ['detail'] },
);

const section = { section: '4.3' };

/** The requests of `POST /dev` by `requestType`. */
export const cloudRequests = {
  Discover: record('all components of the user', { requestId, requestType: type('Discover') }, section),
  Query: record('one component', { requestId, requestType: type('Query'), componentId }, section),
  Control: record(
    'a command that sets a value',
    {
      requestId,
      requestType: type('Control'),
      componentId,
      requestBody: object('one control command (interface 4.4)'),
    },
    section,
  ),
} as const;

export type CloudRequestType = keyof typeof cloudRequests;

/** The responses by `requestType`, and `Result` if a request failed. */
export const cloudResponses = {
  Discover: record(
    'all components of the user',
    {
      requestId,
      requestType: type('Discover'),
      response: record('the user and their components', { userID: userId('the user'), devices }),
    },
    section,
  ),
  Query: record(
    'one component',
    {
      requestId,
      requestType: type('Query'),
      response: record('the component', { component: cloudComponent }),
    },
    section,
  ),
  Control: record(
    'confirmation that the command was carried out',
    { requestId, componentId, requestType: type('Control'), response: result },
    section,
  ),
  Result: record('generic result message', { requestId, response: result }, section),
} as const;

/** The messages a cloud sends to an integrator (interface 6). */
export const cloudMessages = {
  Sync: record(
    'the set of a user’s devices has changed: discover them again',
    { requestId, requestType: type('Sync'), userId: userId('the user') },
    { section: '6' },
  ),
  Event: record(
    'devices changed state',
    {
      requestId,
      requestType: type('Event'),
      requestBody: record('what changed', { devices }),
    },
    { section: '6' },
  ),
} as const;

type Values<Fields> = { [Name in keyof Fields]: Value<Fields[Name]> };

export type CloudRequest = Values<typeof cloudRequests>[CloudRequestType];
export type CloudRequestOf<Type extends CloudRequestType> = Values<typeof cloudRequests>[Type];
export type CloudMessageOf<Type extends keyof typeof cloudMessages> = Values<typeof cloudMessages>[Type];
export type CloudComponent = Value<typeof cloudComponent>;
