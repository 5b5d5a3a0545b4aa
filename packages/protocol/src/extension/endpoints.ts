import { componentKinds } from '../component/kinds.ts';
import { endpointsCountedAs } from '../endpoint/bridge-endpoint.ts';
import type { AnswerOf } from '../endpoint/endpoint.ts';
import {
  anything,
  constant,
  either,
  listOf,
  mapOf,
  open,
  orNull,
  type Shapes,
  type ShapeValue,
  typed,
} from '../endpoint/shape.ts';
import { bool, instant, number, object, quantity, text, word } from '../field/make.ts';
import { checkTimeZoneChange, isTimeZone, timeZone, timeZoneChange, timeZoneSources } from './time-zone.ts';
import {
  eventFaults,
  eventKinds,
  eventOrigins,
  historySteps,
  installerAccesses,
  maxEvents,
} from './words.ts';

const at = 1_767_225_600_000;
const range = {
  from: instant('beginning of the range; by default, a day before `to`'),
  to: instant('end of the range; by default, now'),
};

const historySeries = (description: string) =>
  mapOf(description, listOf('a value for each step', orNull(quantity('value as on the wire'))));

const historyAnswer = open(
  'The samples, as on the wire.',
  {
    from: instant('the beginning of the first step'),
    to: instant('the end of the last step'),
    step: number('length of a step in ms, a multiple of a minute'),
    series: historySeries(
      'For each series, one value per step, starting at `from`; null if none was recorded. With `points` it is the last value in the step. With `step` it is the mean; for a state, the last value, and for an energy counter, the energy in Wh.',
    ),
    min: historySeries('The lowest value in each step, if `step` was given.'),
    max: historySeries('The highest value in each step, if `step` was given.'),
  },
  { optional: ['min', 'max'] },
);

const origin = open(
  'The origin of the change.',
  {
    over: word(
      'the local network, the cloud, a favourite that starts or stops at a set time, an automatic action of the bridge, or a source unknown to the bridge, such as a wall controller or another app of a real bridge',
      eventOrigins,
    ),
    app: text('the name of the app'),
    account: text('the cloud account'),
    favourite: text('the name of the favourite'),
    action: text('the kind of the automatic action'),
  },
  { optional: ['app', 'account', 'favourite', 'action'] },
);

const where = {
  at: instant('the time of the house'),
  kind: word('kind of component', componentKinds),
  index: number('its index'),
};

const event = <const What extends string, More extends Shapes, Optional extends keyof More & string = never>(
  description: string,
  what: What,
  more: More,
  optional: readonly Optional[] = [],
) => open(description, { what: constant('what happened', what), ...where, ...more }, { optional });

const unconfirmed = {
  command: text('its name'),
  field: text('the first field with a different value'),
  read: anything('the value that the real bridge shows there; missing if it showed none in time'),
  sent: anything('the value that was sent'),
};

const commandEvent = event(
  'A command that was carried out.',
  'command',
  { command: text('its name'), body: anything('its body; missing if it is long'), by: origin },
  ['body'],
);
const settingEvent = event('A setting that changed without a command to the bridge.', 'change', {
  field: text('the setting: a mode, a setpoint, on or off, or whether a favourite starts by time'),
  before: number('its value before'),
  value: number('its value after'),
  by: origin,
});
const faultEvent = event(
  'The beginning or end of a fault, of an empty battery, or of a filter being due for cleaning.',
  'fault',
  {
    fault: word('what is wrong', eventFaults),
    code: text('the manufacturer’s code'),
    isOver: bool('whether the fault has ended'),
  },
  ['code'],
);
const unconfirmedEvent = event(
  'A command that a real bridge accepted but then did not show.',
  'unconfirmed',
  { ...unconfirmed, by: origin },
  ['field', 'read'],
);

const exceptionEvent = event(
  'An exception of a favourite, or a holiday, that was set or removed. A holiday has the kind `schedule` and the index 0.',
  'exception',
  {
    isHoliday: bool('whether it is a holiday'),
    isRemoved: bool('whether it was removed'),
    date: text('its first local date'),
    until: text('the local date of return from a holiday'),
    start: text('when the favourite starts on that date; missing if it does not start, or was removed'),
    stop: text('when it stops'),
    by: origin,
  },
  ['until', 'start', 'stop'],
);

/**
 * State of the connection to a real bridge: returned by `GET /healthz`, and by `GET /events` in `snapshot` and in the
 * event `device`.
 */
export interface DeviceAnswer {
  readonly state: 'answering' | 'silent';
  /** Start of the state in ms since 1970 UTC; for a silent bridge, the time of its last response. */
  readonly since: number;
  readonly answeredAt: number;
  /** The reason why the bridge is silent. */
  readonly why?: string;
}

const device = typed<DeviceAnswer>()(
  open('The real bridge behind this one, if there is one; `why` is the reason for its silence.', {
    state: constant('whether it answers', 'answering', 'silent'),
    since: instant('when this state began; a silent bridge is silent since its last answer'),
    answeredAt: instant('the time of its last answer'),
  }),
);
const deviceExample: DeviceAnswer = { state: 'silent', since: at, answeredAt: at };

const change = open(
  'Complete components in the dialect of the bridge.',
  {
    at: instant('the time of the house'),
    components: listOf(
      'the components that changed; in a snapshot, all components',
      open('a component', {
        kind: text('its kind'),
        index: number('its index among its kind'),
        datagram: object('its datagram'),
      }),
    ),
    device: { ...device, description: 'in a snapshot in front of a real bridge' },
    simulation: bool('in a snapshot: whether `GET /simulation` is available'),
  },
  { optional: ['device', 'simulation'] },
);

const unconfirmedMessage = open(
  'A command that a real bridge accepted but then did not show.',
  { ...where, ...unconfirmed },
  { optional: ['field', 'read'] },
);

const history = endpointsCountedAs('history');
const zone = endpointsCountedAs('time-zone');

/** Endpoints for live changes, recorded data and the settings of a bridge. */
export const extensionEndpoints = {
  streamEvents: endpointsCountedAs('events').get('/events', {
    summary: 'Follow changes as they happen.',
    description:
      'Server-sent events: first `snapshot` with all components, then `change` with each component that changed, complete. In front of a real bridge, a snapshot has the member `device` of `GET /healthz`, and an event `device` is sent when that bridge stops answering or answers again. `unconfirmed` is a command that the real bridge accepted but then did not show.',
    events: {
      change: {
        data: change,
        example: {
          at,
          components: [{ kind: 'zone', index: 0, datagram: { Index: 0, Name: 'Lounge', Setpoint: 2200 } }],
        },
      },
      unconfirmed: {
        data: unconfirmedMessage,
        example: {
          at,
          kind: 'zone',
          index: 0,
          command: 'ZoneSetpoint',
          field: 'Setpoint',
          read: 2100,
          sent: 2200,
        },
      },
      device: { data: device, example: deviceExample },
    },
    refusals: ['not-available'],
  }),
  readSeries: history.get('/history/series', {
    summary: 'Read the names of the recorded series, and when recording began.',
    isForApps: true,
    answer: open('Names for `GET /history`.', {
      series: listOf('the names', text('a name such as zone.0.Temp')),
      from: orNull(instant('the beginning of the recording')),
    }),
    example: { series: ['unit.Temp', 'zone.0.Temp'], from: at },
  }),
  readHistory: history.get('/history', {
    summary: 'Read the recorded measurements.',
    description:
      'With `points`, the last value in each step. With `step`, the mean, lowest and highest value in each step, or the energy if the series is in Wh.',
    isForApps: true,
    query: open(
      'the data to read',
      {
        series: text('names of the series, separated by commas: `zone.0.Temp,unit.Temp`'),
        ...range,
        points: number('the highest number of samples per series', { min: 1 }),
        step: constant(
          'length of a step in ms, longer if the range is no longer stored in such detail; replaces `points`',
          ...historySteps.map((minutes) => minutes * 60_000),
        ),
      },
      { optional: ['from', 'to', 'points', 'step'] },
    ),
    answer: historyAnswer,
    example: { from: at, to: at + 120_000, step: 60_000, series: { 'zone.0.Temp': [2150, null] } },
  }),
  readEvents: history.get('/history/events', {
    summary:
      'Read the events of a house: commands and their senders, exceptions and holidays, changes of mode, and faults.',
    isForApps: true,
    query: open(
      'the events to read',
      { ...range, what: word('only events of this kind', eventKinds) },
      { optional: ['from', 'to', 'what'] },
    ),
    answer: open('The events.', {
      from: instant('the beginning of the range'),
      to: instant('its end'),
      events: listOf(
        'Oldest first.',
        either(
          'an event in a house',
          commandEvent,
          settingEvent,
          faultEvent,
          unconfirmedEvent,
          exceptionEvent,
        ),
        { max: maxEvents },
      ),
      isCut: bool('Whether this is only the newest part of the range.'),
    }),
    example: {
      from: at,
      to: at + 86_400_000,
      events: [
        {
          what: 'command',
          at: at + 60_000,
          kind: 'zone',
          index: 0,
          command: 'ZoneSetpoint',
          body: { Index: 0, Setpoint: 2200 },
          by: { over: 'cloud', app: 'Thermo', account: 'kim@example.com' },
        },
        { what: 'fault', at: at + 120_000, kind: 'zone', index: 0, fault: 'damper', isOver: false },
      ],
      isCut: false,
    },
  }),
  readTimeZone: zone.get('/time-zone', {
    summary: 'Read the time zone of the house.',
    answer: open('The time zone.', {
      timeZone,
      from: constant(
        'where it comes from: the file of a simulated house, the owner, or, until the owner sets it, the machine of the bridge',
        ...timeZoneSources,
      ),
    }),
    isUsable: ({ timeZone: name }: { readonly timeZone: string }) => isTimeZone(name),
    example: { timeZone: 'Australia/Sydney', from: 'owner' },
  }),
  setTimeZone: zone.post('/time-zone', {
    summary: 'Set the time zone of a house with a real bridge.',
    body: timeZoneChange,
    check: checkTimeZoneChange,
    refusals: ['not-available', 'not-stored'],
  }),
  readInstallerAccess: endpointsCountedAs('installer').get('/installer', {
    summary: 'Read whether this client may send installer commands.',
    answer: open(
      'The client may give them, may give them only with the installer key (`Plenum-Installer-Key: KEY`), or may not give them from its address.',
      {
        access: word('whether the client may send installer commands', installerAccesses),
        matter: open(
          'how to pair a Matter controller, if the client may send installer commands; once paired, further controllers are added from a paired one',
          {
            paired: number('number of controllers, or ecosystems, that the bridge is paired with', {
              min: 0,
            }),
            manual: text('the eleven-digit code to type, while the bridge is not paired'),
            qr: text('the content of the QR code, `MT:...`, while the bridge is not paired'),
          },
          { optional: ['manual', 'qr'] },
        ),
      },
      { optional: ['matter'] },
    ),
    example: { access: 'allowed' },
  }),
  readHealth: endpointsCountedAs('health').get('/healthz', {
    summary: 'Check whether the bridge is working.',
    description: 'Also answers HEAD.',
    isOpen: true,
    answer: open(
      'The bridge is working.',
      {
        status: constant(
          '`failing` (with status 503) if the real bridge could not be read for so long that queries are refused',
          'ok',
          'failing',
        ),
        uid: text('its id', { pattern: '^[0-9]{9}$' }),
        device,
        withoutWord: listOf(
          'in front of a real bridge: its current values that the original interface has no word for, and the words that are shown instead',
          open('a value', {
            kind: constant('the kind of its component', 'unit', 'zone'),
            index: number('the index of its component'),
            field: text('its field'),
            value: text('the value as JSON, shortened to 40 characters'),
            shown: text('the word that the original interface shows'),
          }),
        ),
      },
      { optional: ['device', 'withoutWord'] },
    ),
    example: { status: 'ok', uid: '000000001' },
    refusals: ['stale'],
  }),
  readMetrics: endpointsCountedAs('metrics').get('/metrics', {
    summary: 'Read counters and gauges in the Prometheus text format.',
    text: '# TYPE plenum_commands_total counter\n',
  }),
} as const;

type Endpoints = typeof extensionEndpoints;

/** The responses of the endpoints. */
export type HistoryAnswer = AnswerOf<Endpoints['readHistory']>;
export type EventsAnswer = AnswerOf<Endpoints['readEvents']>;
export type TimeZoneAnswer = AnswerOf<Endpoints['readTimeZone']>;
export type InstallerAnswer = AnswerOf<Endpoints['readInstallerAccess']>;
export type HealthAnswer = AnswerOf<Endpoints['readHealth']>;

/** The data needed to pair a Matter controller with a bridge that exposes its house over Matter. */
export type MatterPairing = NonNullable<InstallerAnswer['matter']>;

/** The origin of a command or change. */
export type EventOrigin = ShapeValue<typeof origin>;

/** One event in a house. */
export type HistoryEvent = EventsAnswer['events'][number];
export type CommandEvent = ShapeValue<typeof commandEvent>;
export type FaultEvent = ShapeValue<typeof faultEvent>;
export type UnconfirmedEvent = ShapeValue<typeof unconfirmedEvent>;
export type ExceptionEvent = ShapeValue<typeof exceptionEvent>;

/** The data of the live stream's events `snapshot`, `change` and `unconfirmed`. */
export type ChangeEvent = ShapeValue<typeof change>;
export type UnconfirmedMessage = ShapeValue<typeof unconfirmedMessage>;
