import { flag, number, quantity, record, word } from '../field/make.ts';
import { tableOf } from '../field/table-of.ts';
import type { Value } from '../field/value.ts';
import { fieldsOf, type Quirk } from './quirk.ts';

const share = (of: string) => quantity(`share of ${of}`, { min: 0, max: 1, example: 0.5 });
const seconds = (what: string, max: number, example: number) =>
  quantity(what, { min: 0, max, unit: 's', example });
const on = () => flag('1 on', { example: 1 });

/** The quirks of real devices by name. If a quirk is not set, a bridge follows the interface. */
export const quirks = {
  busy: {
    summary: 'Answers {BUSY} with status 200 instead of carrying out the request.',
    source: 'wire facts 7',
    verdict: 'note',
    value: share('requests'),
  },
  'one-connection': {
    summary: 'Handles one request at a time; others wait, are closed, or are never answered.',
    source: 'wire facts 7',
    verdict: 'note',
    value: word('what happens to the others', ['wait', 'drop', 'silent'], { example: 'wait' }),
  },
  'answer-time': {
    summary: 'Delays each answer.',
    source: 'wire facts 7',
    verdict: 'note',
    value: quantity('time', { min: 0, max: 20_000, unit: 'ms', example: 50 }),
  },
  'late-apply': {
    summary: 'Shows the effect of a command only after a delay.',
    source: 'wire facts 7',
    verdict: 'note',
    value: seconds('delay', 60, 2),
  },
  'ignore-writes': {
    summary: 'Answers OK to a command but does not carry it out.',
    source: 'wire facts 7',
    verdict: 'fail',
    value: share('commands'),
  },
  'drop-before': {
    summary: 'Closes the connection before carrying out the request.',
    source: 'wire facts 7',
    verdict: 'warn',
    value: share('requests'),
  },
  'drop-after': {
    summary: 'Carries out the request, then closes the connection without answering.',
    source: 'wire facts 7',
    verdict: 'warn',
    value: share('requests'),
  },
  stall: {
    summary: 'Stops answering requests for some time; discovery still answers.',
    source: 'wire facts 7',
    verdict: 'warn',
    value: seconds('duration', 3_600, 60),
  },
  restart: {
    summary: 'Restarts: closes all connections and stays silent for some time, also over UDP.',
    source: 'wire facts 7',
    verdict: 'note',
    value: seconds('duration', 3_600, 20),
  },
  'split-answers': {
    summary: 'Sends the body of an answer in several packets.',
    source: 'wire facts 7',
    verdict: 'note',
    value: number('packets', { min: 1, max: 64, example: 5 }),
  },
  'ok-after-json': {
    summary: 'Appends {OK} to the JSON of an answer.',
    source: 'wire facts 7',
    verdict: 'warn',
    value: on(),
  },
  'command-answer': {
    summary: 'Confirms a command with a text other than OK.',
    source: 'wire facts 7',
    verdict: 'note',
    value: word('the text', ['braces', 'quotes', 'nothing'], { example: 'braces' }),
  },
  'padded-names': {
    summary: 'Sends names as 16-byte buffers with leftover bytes, or in Latin-1.',
    source: 'wire facts 2',
    verdict: 'warn',
    value: word('the bytes after a name', ['nul', 'ff', 'latin1'], { example: 'nul' }),
  },
  'empty-v1': {
    summary: 'Answers reads of the original interface with status 200 and an empty body.',
    source: 'wire facts 7',
    verdict: 'warn',
    value: on(),
  },
  'v1-only': {
    summary: 'Supports only the original interface.',
    source: 'wire facts 6',
    verdict: 'note',
    value: on(),
  },
  'content-type': {
    summary: 'Answers {ERROR} to a POST with a Content-Type header, or to one without.',
    source: 'wire facts 7',
    verdict: 'fail',
    value: word('what it does with the header', ['refuses', 'requires'], { example: 'refuses' }),
  },
  'error-200': {
    summary: 'Refuses requests with {ERROR ...} and status 200.',
    source: 'wire facts 7',
    verdict: 'note',
    value: on(),
  },
  'result-answers': {
    summary: 'Refuses requests with a result name, such as InvalidRequest, and status 200.',
    source: 'wire facts 7',
    verdict: 'warn',
    value: on(),
  },
  notifications: {
    summary:
      'Sends each change notice three times 2.5 to 3.6 s after a change, sends some without a change, or sends none.',
    source: 'wire facts 5',
    verdict: 'note',
    value: word('which', ['burst', 'idle', 'none'], { example: 'burst' }),
  },
  'lost-ac': {
    summary: 'Has lost its connection to the air conditioner: shows a placeholder and the tokens X.',
    source: 'wire facts 6',
    verdict: 'note',
    value: on(),
  },
  'zero-zones': {
    summary: 'Has a ducted unit without zones.',
    source: 'wire facts 10',
    verdict: 'note',
    value: on(),
  },
  'sys-type': {
    summary: 'Shows a SysType that the interface does not define.',
    source: 'wire facts 4',
    verdict: 'warn',
    value: number('SysType', { min: 0, max: 999, example: 320 }),
  },
  'unknown-values': {
    summary: 'Shows a mode, a fan speed and other values that the interface does not define.',
    source: 'wire facts 4',
    verdict: 'warn',
    value: on(),
  },
  'missing-keys': {
    summary: 'Omits the last key of each object in an answer.',
    source: 'wire facts 2',
    verdict: 'fail',
    value: on(),
  },
  'key-case': {
    summary: 'Starts the keys of an answer with a lower-case letter.',
    source: 'wire facts 2',
    verdict: 'fail',
    value: on(),
  },
  floats: {
    summary: 'Writes whole numbers with a decimal point, such as 2250.0.',
    source: 'wire facts 2',
    verdict: 'fail',
    value: on(),
  },
  'boolean-texts': {
    summary: 'Writes booleans and flags as the strings "true" and "false".',
    source: 'wire facts 2',
    verdict: 'fail',
    value: on(),
  },
  'other-uid': {
    summary: 'Answers with an id that differs from the one in discovery.',
    source: 'wire facts 2',
    verdict: 'fail',
    value: on(),
  },
  'changed-address': {
    summary: 'Announces an address in discovery where it cannot be reached.',
    source: 'wire facts 6',
    verdict: 'fail',
    value: on(),
  },
} as const satisfies Readonly<Record<string, Quirk>>;

/** The names of the quirks in the order of their table. */
export const quirkNames = Object.keys(quirks) as readonly QuirkName[];

export type QuirkName = keyof typeof quirks;

/** The body that sets quirks. Omitted quirks are switched off. */
export const quirksBody = record('quirks of a real device', fieldsOf(quirks), {
  optional: Object.keys(quirks) as QuirkName[],
});

/** The quirks of a bridge, by name. */
export type Quirks = Value<typeof quirksBody>;

/**
 * The quirks of a bridge in a cloud: those that concern the state of a house. The others concern the local interface,
 * which such a bridge does not have.
 */
export const hostedQuirks = [
  'late-apply',
  'ignore-writes',
  'lost-ac',
  'zero-zones',
  'sys-type',
  'unknown-values',
] as const satisfies readonly QuirkName[];

type HostedQuirk = (typeof hostedQuirks)[number];

/** The body that sets the quirks of a bridge in a cloud. Omitted quirks are switched off. */
export const hostedQuirksBody = record(
  'quirks of a real device',
  fieldsOf(tableOf<Pick<typeof quirks, HostedQuirk>>(hostedQuirks, (name) => quirks[name])),
  { optional: hostedQuirks },
);
