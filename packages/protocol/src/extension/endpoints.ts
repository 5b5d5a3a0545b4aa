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
import { eventFaults, eventOrigins, historySteps, installerAccesses, maxEvents } from './words.ts';

const at = 1_767_225_600_000;
const range = {
  from: instant('a day before `to` by default'),
  to: instant('now by default'),
};

const historySeries = (description: string) =>
  mapOf(description, listOf('a value for each step', orNull(quantity('on the scale of the wire'))));

const historyAnswer = open(
  'The samples, on the scale of the wire.',
  {
    from: instant('the beginning of the first step'),
    to: instant('the last step holds the instant before'),
    step: number('ms of a step, whole minutes'),
    series: historySeries(
      'For each series one value in each step, the first of which begins at `from`; null where none was recorded. Asked by `points` the last one, by `step` the mean: of a state the last one, of an energy counter the energy in Wh.',
    ),
    min: historySeries('The least in each step, where `step` was given.'),
    max: historySeries('The most in each step, where `step` was given.'),
  },
  { optional: ['min', 'max'] },
);

const origin = open(
  'Who did it.',
  {
    over: word(
      'the local network, the cloud, a favourite that starts or stops by time, or somebody unknown to the bridge: a wall controller, another app of a real bridge',
      eventOrigins,
    ),
    app: text('the name of the app'),
    account: text('the account of the cloud'),
    favourite: text('the name of the favourite'),
  },
  { optional: ['app', 'account', 'favourite'] },
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
  field: text('the first field that differs'),
  read: anything('what the real bridge shows there; missing if it showed nothing in time'),
  sent: anything('the value that was sent'),
};

const commandEvent = event(
  'A command that was carried out.',
  'command',
  { command: text('its name'), body: anything('its body; missing where it is long'), by: origin },
  ['body'],
);
const settingEvent = event('A mode or setpoint that changed without a command to the bridge.', 'change', {
  field: text('the mode or setpoint'),
  before: number('its value before'),
  value: number('its value since'),
  by: origin,
});
const faultEvent = event(
  'A fault that began or ended.',
  'fault',
  {
    fault: word('what is wrong', eventFaults),
    code: text('the code of the maker'),
    isOver: bool('whether it ended'),
  },
  ['code'],
);
const unconfirmedEvent = event(
  'A command that a real bridge accepted and then did not show.',
  'unconfirmed',
  { ...unconfirmed, by: origin },
  ['field', 'read'],
);

/**
 * State of the connection to a real bridge: returned by `GET /healthz`, and by `GET /events` in `snapshot` and in the
 * event `device`.
 */
export interface DeviceAnswer {
  readonly state: 'answering' | 'silent';
  /** Start of the state in ms since 1970 UTC. A silent bridge is silent since its last answer. */
  readonly since: number;
  readonly answeredAt: number;
  /** The reason for the silence. */
  readonly why?: string;
}

const device = typed<DeviceAnswer>()(
  open('The real bridge behind this one, if there is one; `why` says why it is silent.', {
    state: constant('whether it answers', 'answering', 'silent'),
    since: instant('since when; silent since its last answer'),
    answeredAt: instant('its last answer'),
  }),
);
const deviceExample: DeviceAnswer = { state: 'silent', since: at, answeredAt: at };

const change = open(
  'Components, whole, in the dialect of the bridge.',
  {
    at: instant('the time of the house'),
    components: listOf(
      'those that changed; in a snapshot every one',
      open('a component', {
        kind: text('its kind'),
        index: number('its index among its kind'),
        datagram: object('its datagram'),
      }),
    ),
    device: { ...device, description: 'of a snapshot in front of a real bridge' },
    simulation: bool('of a snapshot: whether `GET /simulation` is served'),
  },
  { optional: ['device', 'simulation'] },
);

const unconfirmedMessage = open(
  'A command that a real bridge accepted and then did not show.',
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
      'Server-sent events: `snapshot` first, with every component, then `change` with those that changed, whole. In front of a real bridge a snapshot has the member `device` of `GET /healthz`, and the event `device` follows when that bridge falls silent or answers again. `unconfirmed` is a command that it accepted and then did not show.',
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
          ...{ at, kind: 'zone', index: 0, command: 'ZoneSetpoint' },
          ...{ field: 'Setpoint', read: 2100, sent: 2200 },
        },
      },
      device: { data: device, example: deviceExample },
    },
    refusals: ['not-available'],
  }),
  readSeries: history.get('/history/series', {
    summary: 'Read the names of the recorded series, and when the record begins.',
    isForApps: true,
    answer: open('Names for `GET /history`.', {
      series: listOf('the names', text('such as zone.0.Temp')),
      from: orNull(instant('the beginning of the record')),
    }),
    example: { series: ['unit.Temp', 'zone.0.Temp'], from: at },
  }),
  readHistory: history.get('/history', {
    summary: 'Read what was measured.',
    description:
      'With `points` the last value in each step; with `step` the mean, least and most in each, of a series in Wh the energy.',
    isForApps: true,
    query: open(
      'what to read',
      {
        series: text('series by name, comma-separated: `zone.0.Temp,unit.Temp`'),
        ...range,
        points: number('the most samples of a series', { min: 1 }),
        step: constant(
          'ms of a step, longer where the range is no longer known in such detail; instead of `points`',
          ...historySteps.map((minutes) => minutes * 60_000),
        ),
      },
      { optional: ['from', 'to', 'points', 'step'] },
    ),
    answer: historyAnswer,
    example: { from: at, to: at + 120_000, step: 60_000, series: { 'zone.0.Temp': [2150, null] } },
  }),
  readEvents: history.get('/history/events', {
    summary: 'Read what happened: commands and by whom, changes of mode, faults.',
    isForApps: true,
    query: open('which range', range, { optional: ['from', 'to'] }),
    answer: open('The events.', {
      from: instant('the beginning of the range'),
      to: instant('its end'),
      events: listOf(
        'Oldest first.',
        either(
          'one thing that happened in a house',
          commandEvent,
          settingEvent,
          faultEvent,
          unconfirmedEvent,
        ),
        { max: maxEvents },
      ),
      isCut: bool('Whether only the newest events of the range are here.'),
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
        'where it comes from: the file of a simulated house, its owner, or until one has set it the machine of the bridge',
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
    summary: "Ask whether this client may give an installer's commands.",
    answer: open(
      'It may; it needs the installer key, `Plenum-Installer-Key: KEY`; or it may not from where it is.',
      {
        access: word('whether it may', installerAccesses),
        matter: open(
          'how to pair a Matter controller, for one that may: once it is paired, by a controller only',
          {
            paired: number('with how many controllers, or ecosystems, it is paired', { min: 0 }),
            manual: text('eleven digits, to type; while it is paired with none'),
            qr: text('what the QR code says, `MT:...`; while it is paired with none'),
          },
          { optional: ['manual', 'qr'] },
        ),
      },
      { optional: ['matter'] },
    ),
    example: { access: 'allowed' },
  }),
  readHealth: endpointsCountedAs('health').get('/healthz', {
    summary: 'Ask whether the bridge serves.',
    description: 'Also answers HEAD.',
    isOpen: true,
    answer: open(
      'The bridge serves.',
      {
        status: constant(
          '`failing` (with status 503): the real bridge could not be read for so long that queries are refused',
          'ok',
          'failing',
        ),
        uid: text('its id', { pattern: '^[0-9]{9}$' }),
        device,
      },
      { optional: ['device'] },
    ),
    example: { status: 'ok', uid: '000000001' },
    refusals: ['stale'],
  }),
  readMetrics: endpointsCountedAs('metrics').get('/metrics', {
    summary: 'Read counters and gauges in the text format of Prometheus.',
    text: '# TYPE plenum_commands_total counter\n',
  }),
} as const;

type Endpoints = typeof extensionEndpoints;

/** The answers of the endpoints. */
export type HistoryAnswer = AnswerOf<Endpoints['readHistory']>;
export type HistorySeries = HistoryAnswer['series'];
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
export type SettingEvent = ShapeValue<typeof settingEvent>;
export type FaultEvent = ShapeValue<typeof faultEvent>;
export type UnconfirmedEvent = ShapeValue<typeof unconfirmedEvent>;

/** The data of the live stream's events `snapshot`, `change` and `unconfirmed`. */
export type ChangeEvent = ShapeValue<typeof change>;
export type UnconfirmedMessage = ShapeValue<typeof unconfirmedMessage>;
