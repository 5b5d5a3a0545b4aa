import { bundleFormat } from '@plenum/insight/diagnostics';
import {
  type EnergyAnswer,
  type EnergyBar,
  energyPeriods,
  type TariffAnswer,
  tariff,
} from '@plenum/insight/energy';
import type { ExplanationAnswer } from '@plenum/insight/explain';
import { type GroupsAnswer, roomGroup, roomGroupChange, roomGroupRef } from '@plenum/insight/group';
import {
  type AlertsAnswer,
  alertChoices,
  alertRenewal,
  alertSubscription,
  alertSubscriptionRef,
} from '@plenum/protocol/alert';
import { componentKinds } from '@plenum/protocol/component';
import { type JsonSchema, toExample, toFieldSchema } from '@plenum/protocol/derive';
import {
  type ChangeEvent,
  type DeviceAnswer,
  type EventsAnswer,
  eventFaults,
  eventOrigins,
  type HealthAnswer,
  type HistoryAnswer,
  historySteps,
  type InstallerAnswer,
  installerAccesses,
  maxEvents,
  type SimulationStatus,
  type TimeZoneAnswer,
  timeZone,
  timeZoneChange,
  timeZoneSources,
  type UnconfirmedMessage,
} from '@plenum/protocol/extension';
import type { RecordField } from '@plenum/protocol/field';
import { quirksBody } from '@plenum/protocol/quirks';
import {
  type ExceptionsAnswer,
  favouriteException,
  favouriteExceptionRef,
  holiday,
  holidayRef,
} from '@plenum/protocol/schedule';
import type { Override } from '@plenum/protocol/simulation';
import { overrides } from '@plenum/protocol/simulation';
import { json, type OpenApi, plainText, refused } from './answers.ts';

const integer = (description: string): JsonSchema => ({ type: 'integer', description });
const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, required: [...required] });
const noon = 1_767_225_600_000;
const instant = 'ms since 1970-01-01 UTC';

const seriesSchema = (description: string): JsonSchema => ({
  type: 'object',
  description,
  additionalProperties: { type: 'array', items: { type: ['number', 'null'] } },
});

const historySchema: JsonSchema = {
  ...object({
    from: integer(instant),
    to: integer(instant),
    step: integer('ms of a step, whole minutes'),
    series: seriesSchema(
      'For each series one value in each step, the first of which begins at `from`; null where none was recorded. Asked by `points` the last one, by `step` the mean: of a state the last one, of an energy counter the energy in Wh.',
    ),
    min: seriesSchema('The least in each step, where `step` was given.'),
    max: seriesSchema('The most in each step, where `step` was given.'),
  }),
  required: ['from', 'to', 'step', 'series'],
};

const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
const energy = (description: string): JsonSchema => ({ type: ['number', 'null'], description });

const barSchema = object({
  from: integer(instant),
  to: integer(instant),
  known: integer('seconds of it for which the use of the house is known'),
  used: energy('Wh that the house used; null where nothing of it is known'),
  solar: energy('Wh that it generated'),
  import: energy('Wh from the grid'),
  export: energy('Wh to the grid'),
  surplus: energy('Wh generated beyond all use but that of solar diverters; null without a generator'),
  cost: energy('what came from the grid, less what was paid for what went to it; null without a tariff'),
});

const energySchema = object({
  by: { type: 'string', enum: [...energyPeriods] },
  timeZone: { type: 'string', description: 'IANA name' },
  bars: { type: 'array', items: barSchema },
  total: { ...barSchema, description: 'all bars together, up to now' },
  before: { ...barSchema, description: 'the same time a whole number of periods earlier' },
  channels: {
    type: 'array',
    items: object({
      series: { type: 'string', description: 'its series of `GET /history` without the unit' },
      name: { type: 'string' },
      isGenerator: { type: 'boolean' },
      isTotal: { type: 'boolean' },
      energy: { type: 'array', items: energy('Wh in each bar') },
    }),
  },
  tariff: orNull(toFieldSchema(tariff)),
});

const timeZoneExample: TimeZoneAnswer = { timeZone: 'Australia/Sydney', from: 'owner' };

const tariffExample: TariffAnswer = {
  tariff: {
    currency: 'AUD',
    prices: [
      { from: '00:00', price: 0.25 },
      { from: '15:00', price: 0.48 },
      { from: '21:00', price: 0.25 },
    ],
    feedIn: 0.05,
  },
  isSet: true,
};

const barExample: EnergyBar = {
  from: noon,
  to: noon + 86_400_000,
  known: 86_400,
  used: 12_000,
  solar: 8_000,
  import: 7_000,
  export: 3_000,
  surplus: 3_000,
  cost: 2.14,
};

const energyExample: EnergyAnswer = {
  by: 'day',
  timeZone: 'Australia/Sydney',
  bars: [barExample],
  total: barExample,
  before: { ...barExample, from: noon - 86_400_000, to: noon },
  channels: [{ series: 'power.0.1', name: 'Oven', isGenerator: false, isTotal: false, energy: [1_200] }],
  tariff: tariffExample.tariff,
};

const alertsExample: AlertsAnswer = {
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
};
const alertRefBody = {
  required: true,
  content: json(toFieldSchema(alertSubscriptionRef), toExample(alertSubscriptionRef)),
};

const groupsExample: GroupsAnswer = {
  groups: [
    {
      name: 'Upstairs',
      rooms: [
        { kind: 'zone', index: 0 },
        { kind: 'zone', index: 1 },
      ],
    },
  ],
};

const exceptionExample = {
  kind: 'schedule',
  index: 0,
  date: '2099-12-26',
  start: '08:30',
  stop: '11:00',
} as const;
const exceptionsExample: ExceptionsAnswer = {
  exceptions: [
    {
      ...exceptionExample,
      setAt: noon / 60_000,
      from: noon,
      to: noon + 86_400_000,
      isApplied: false,
    },
  ],
};
const exceptionSchema = { anyOf: [toFieldSchema(favouriteException), toFieldSchema(holiday)] };
const toKeptSchema = (field: RecordField): JsonSchema => {
  const schema = toFieldSchema(field) as { properties: object; required: string[] };
  return {
    ...schema,
    properties: {
      ...schema.properties,
      setAt: integer(
        'when it was set, in minutes of local time since 1970; a run that had begun by then goes on',
      ),
      from: integer(`when it begins, ${instant}`),
      to: integer(`when it is over, ${instant}`),
      isApplied: { type: 'boolean', description: 'whether it has begun' },
    },
    required: [...schema.required, 'setAt', 'from', 'to', 'isApplied'],
  };
};
const keptSchema: JsonSchema = { anyOf: [toKeptSchema(favouriteException), toKeptSchema(holiday)] };

const uidSchema: JsonSchema = { type: 'string', pattern: '^[0-9]{9}$' };
const installerSchema = object(
  {
    access: { type: 'string', enum: [...installerAccesses] },
    matter: object(
      { paired: { type: 'integer', minimum: 0 }, manual: { type: 'string' }, qr: { type: 'string' } },
      ['paired'],
    ),
  },
  ['access'],
);

const healthSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: { enum: ['ok', 'failing'] },
    uid: uidSchema,
    device: {
      ...object({
        state: { enum: ['answering', 'silent'] },
        since: integer(instant),
        answeredAt: integer(instant),
      }),
      description: 'The real bridge behind this one, where there is one; `why` says why it is silent.',
    },
  },
  required: ['status', 'uid'],
};

const historyExample: HistoryAnswer = {
  from: noon,
  to: noon + 120_000,
  step: 60_000,
  series: { 'zone.0.Temp': [2150, null] },
};

const word = (choices: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  enum: [...choices],
  description,
});
const someText = (description: string): JsonSchema => ({ type: 'string', description });

const originSchema: JsonSchema = {
  type: 'object',
  description: 'Who did it.',
  properties: {
    over: word(
      eventOrigins,
      'the local network, the cloud, a favourite that starts or stops by time, or somebody unknown to the bridge',
    ),
    app: someText('the name of the app'),
    account: someText('the account of the cloud'),
    favourite: someText('the name of the favourite'),
  },
  required: ['over'],
};

type Members = Readonly<Record<string, JsonSchema>>;

const eventSchema = (what: string, more: Members, optional: Members = {}): JsonSchema => {
  const members = {
    what: { const: what },
    at: integer(instant),
    kind: word(componentKinds, 'kind of component'),
    index: integer('its index'),
    ...more,
  };
  return { ...object(members), properties: { ...members, ...optional } };
};

const eventsSchema = object({
  from: integer(instant),
  to: integer(instant),
  events: {
    type: 'array',
    maxItems: maxEvents,
    description: 'Oldest first.',
    items: {
      oneOf: [
        {
          ...eventSchema(
            'command',
            { command: someText('its name'), by: originSchema },
            {
              body: { description: 'its body; missing where it is long' },
            },
          ),
          description: 'A command that was carried out.',
        },
        {
          ...eventSchema('change', {
            field: someText('the mode or setpoint'),
            before: integer('its value before'),
            value: integer('its value since'),
            by: originSchema,
          }),
          description: 'A mode or setpoint that changed without a command to the bridge.',
        },
        {
          ...eventSchema(
            'fault',
            { fault: word(eventFaults, 'what is wrong'), isOver: { type: 'boolean' } },
            { code: someText('the code of the maker') },
          ),
          description: 'A fault that began or ended.',
        },
        {
          ...eventSchema(
            'unconfirmed',
            {
              command: someText('its name'),
              sent: { description: 'the value that was sent' },
              by: originSchema,
            },
            {
              field: someText('the first field that differs'),
              read: { description: 'what the real bridge shows there; missing if it showed nothing in time' },
            },
          ),
          description: 'A command that a real bridge accepted and then did not show.',
        },
      ],
    },
  },
  isCut: { type: 'boolean', description: 'Whether only the newest events of the range are here.' },
});

const unconfirmedExample: UnconfirmedMessage = {
  at: noon,
  kind: 'zone',
  index: 0,
  command: 'ZoneSetpoint',
  field: 'Setpoint',
  read: 2100,
  sent: 2200,
};

const eventsExample: EventsAnswer = {
  from: noon,
  to: noon + 86_400_000,
  events: [
    {
      what: 'command',
      at: noon + 60_000,
      kind: 'zone',
      index: 0,
      command: 'ZoneSetpoint',
      body: { Index: 0, Setpoint: 2200 },
      by: { over: 'cloud', app: 'Thermo', account: 'kim@example.com' },
    },
    { what: 'fault', at: noon + 120_000, kind: 'zone', index: 0, fault: 'damper', isOver: false },
  ],
  isCut: false,
};

const figures: JsonSchema = {
  type: 'object',
  description: 'Figures by name: a number with its unit (`ms` is an instant, ms UTC), or a text.',
  additionalProperties: {
    type: 'object',
    properties: { value: { type: ['number', 'string'] }, unit: { type: 'string' } },
    required: ['value'],
  },
};
const code: JsonSchema = { type: 'string', description: 'stable, also where the words change' };
const sentence: JsonSchema = { type: 'string', description: 'in °C and the time of the house' };

const explanationSchema = object({
  kind: { type: 'string' },
  index: integer('among its kind'),
  name: { type: 'string' },
  at: integer(instant),
  timeZone: { type: 'string', description: 'IANA name, of the times in sentences' },
  status: object({ code, activity: { type: 'string' }, facts: { type: 'object' }, sentence }),
  steps: {
    type: 'array',
    description: 'The chain from its setpoint to the air that it gets.',
    items: object({ code, figures, sentence }),
  },
  changes: {
    type: 'array',
    description: 'What would change it, with the commands for it; none where somebody has to do something.',
    items: object({ code, figures, commands: { type: 'array', items: { type: 'object' } }, sentence }),
  },
});

const explanationExample: ExplanationAnswer = {
  kind: 'zone',
  index: 3,
  name: 'Study',
  at: noon,
  timeZone: 'Australia/Sydney',
  status: {
    code: 'unit-off',
    activity: 'off',
    facts: { temperature: 2550, setpoint: 2100, opening: 0, limit: 100 },
    sentence: 'The system is off.',
  },
  steps: [
    {
      code: 'warmer',
      figures: {
        temperature: { value: 25.5, unit: '°C' },
        difference: { value: 4.5, unit: 'K' },
        setpoint: { value: 21, unit: '°C' },
      },
      sentence: 'It is 25.5 °C, 4.5 K above its setpoint of 21.0 °C.',
    },
    { code: 'unit-off', figures: {}, sentence: 'The system is off.' },
  ],
  changes: [{ code: 'switch-on', figures: {}, commands: [{ SysOn: 1 }], sentence: 'Switch the system on.' }],
};

const deviceExample: DeviceAnswer = {
  state: 'silent',
  since: noon,
  answeredAt: noon,
};
const healthExample: HealthAnswer = { status: 'ok', uid: '000000001' };

const query = (name: string, description: string, schema: JsonSchema, required = false): OpenApi => ({
  name,
  in: 'query',
  description,
  required,
  schema,
});

const changeExample: ChangeEvent = {
  at: noon,
  components: [{ kind: 'zone', index: 0, datagram: { Index: 0, Name: 'Lounge', Setpoint: 2200 } }],
};

const statusExample: SimulationStatus = {
  clock: { at: noon, scale: 60, paused: false },
  timeZone: 'Australia/Sydney',
  weather: { Temperature: 31.5, Humidity: 40, Cloud: 20, Wind: 3, Rain: 0, held: ['Temperature'] },
  people: 'rhythm',
  windows: [2],
  faults: [{ name: 'ZoneSensorFault', body: { Zone: 1, On: 1 } }],
  quirks: { busy: 0.5 },
};

const number: JsonSchema = { type: 'number' };
const knownStatus = object({
  clock: object({ at: integer(instant), scale: number, paused: { type: 'boolean' } }),
  timeZone: { type: 'string', description: 'IANA name' },
  weather: object({
    Temperature: { ...number, description: '°C' },
    Humidity: { ...number, description: '%' },
    Cloud: { ...number, description: '%' },
    Wind: { ...number, description: 'm/s' },
    Rain: { ...number, description: 'mm/h' },
    held: { type: 'array', items: { type: 'string' } },
  }),
  people: { type: 'string' },
  windows: { type: 'array', items: integer('zone') },
  faults: { type: 'array', items: object({ name: { type: 'string' }, body: {} }) },
  quirks: toFieldSchema(quirksBody),
});
const hotWaterSchema: JsonSchema = {
  ...object({ Temperature: { ...number, description: '°C' }, Power: { ...number, description: 'W' } }),
  description: 'the tank that a solar diverter heats; left out where the house has none',
};
/** What only some houses have is not required. */
const statusSchema: JsonSchema = {
  ...knownStatus,
  properties: { ...(knownStatus.properties as object), hotWater: hotWaterSchema },
};

const get = (operationId: string, about: OpenApi): OpenApi => ({ get: { operationId, ...about } });

const bridgePaths: OpenApi = {
  '/events': get('stream-events', {
    tags: ['bridge'],
    summary: 'Follow changes as they happen.',
    description:
      'Server-sent events: `snapshot` first, with every component, then `change` with those that changed, whole. In front of a real bridge a snapshot has the member `device` of `GET /healthz`, and the event `device` follows when that bridge falls silent or answers again. `unconfirmed` is a command that it accepted and then did not show.',
    responses: {
      200: {
        description: 'A stream that does not end.',
        content: {
          'text/event-stream': {
            schema: { type: 'string' },
            examples: {
              change: { value: `id: 7\nevent: change\ndata: ${JSON.stringify(changeExample)}\n\n` },
              unconfirmed: {
                value: `id: 8\nevent: unconfirmed\ndata: ${JSON.stringify(unconfirmedExample)}\n\n`,
              },
              device: { value: `event: device\ndata: ${JSON.stringify(deviceExample)}\n\n` },
            },
          },
        },
      },
      ...refused(401, 403, 409),
    },
  }),
  '/history/series': get('read-series', {
    tags: ['bridge'],
    summary: 'Read the names of the series there are.',
    responses: {
      200: {
        description: 'Names for `GET /history`.',
        content: json(
          object({
            series: { type: 'array', items: { type: 'string' } },
            from: { type: ['integer', 'null'], description: `${instant}: the beginning of the record` },
          }),
          { series: ['unit.Temp', 'zone.0.Temp'], from: noon },
        ),
      },
      ...refused(401, 403),
    },
  }),
  '/history': get('read-history', {
    tags: ['bridge'],
    summary: 'Read what was measured.',
    parameters: [
      query('series', 'series by name, comma-separated: `zone.0.Temp,unit.Temp`', { type: 'string' }, true),
      query('from', `${instant}; a day before \`to\` by default`, { type: 'integer' }),
      query('to', `${instant}; now by default`, { type: 'integer' }),
      query('points', 'the most samples of a series', { type: 'integer', minimum: 1 }),
      query(
        'step',
        'ms of a step, longer where the range is no longer known in such detail; instead of `points`',
        { type: 'integer', enum: historySteps.map((minutes) => minutes * 60_000) },
      ),
    ],
    responses: {
      200: {
        description: 'The samples, on the scale of the wire.',
        content: json(historySchema, historyExample),
      },
      ...refused(400, 401, 403),
    },
  }),
  '/history/events': get('read-events', {
    tags: ['bridge'],
    summary: 'Read what happened: commands and by whom, changes of mode, faults.',
    parameters: [
      query('from', `${instant}; a day before \`to\` by default`, { type: 'integer' }),
      query('to', `${instant}; now by default`, { type: 'integer' }),
    ],
    responses: {
      200: { description: 'The events.', content: json(eventsSchema, eventsExample) },
      ...refused(400, 401, 403),
    },
  }),
  '/energy': get('read-energy', {
    tags: ['bridge'],
    summary: 'Read the energy of each hour, day, week, month or year, with its cost.',
    parameters: [
      query('by', 'the period; `day` by default', { type: 'string', enum: [...energyPeriods] }),
      query('from', `${instant}; the beginning of its period counts`, { type: 'integer' }),
      query('to', `${instant}; now by default`, { type: 'integer' }),
      query('timeZone', 'IANA name; that of the house by default', { type: 'string' }),
    ],
    responses: {
      200: { description: 'The energy in Wh.', content: json(energySchema, energyExample) },
      ...refused(400, 401, 403),
    },
  }),
  '/energy/tariff': {
    ...get('read-tariff', {
      tags: ['bridge'],
      summary: 'Read what a kWh costs.',
      responses: {
        200: {
          description: 'The tariff; `isSet` is false where it is the price that the power monitor knows.',
          content: json(
            object({ tariff: orNull(toFieldSchema(tariff)), isSet: { type: 'boolean' } }),
            tariffExample,
          ),
        },
        ...refused(401, 403),
      },
    }),
    post: {
      operationId: 'set-tariff',
      tags: ['bridge'],
      summary: 'Set what a kWh costs, by time of day.',
      requestBody: { required: true, content: json(toFieldSchema(tariff), tariffExample.tariff) },
      responses: {
        200: { description: 'Stored.', content: plainText({ done: 'OK' }) },
        ...refused(400, 401, 403, 413, 503),
      },
    },
  },
  '/favourites/exceptions': {
    ...get('read-exceptions', {
      tags: ['bridge'],
      summary: 'Read what favourites do on some dates, other than in every week.',
      responses: {
        200: {
          description: 'Those that are not over, in order of time.',
          content: json(object({ exceptions: { type: 'array', items: keptSchema } }), exceptionsExample),
        },
        ...refused(401, 403),
      },
    }),
    post: {
      operationId: 'set-exception',
      tags: ['bridge'],
      summary: 'Skip a favourite on one date, let it run at other times, or let none run during a holiday.',
      requestBody: { required: true, content: json(exceptionSchema, exceptionExample) },
      responses: {
        200: {
          description: 'Stored. The week of the favourite stays as it is.',
          content: plainText({ done: 'OK' }),
        },
        ...refused(400, 401, 403, 409, 413, 503),
      },
    },
  },
  '/favourites/exceptions/end': {
    post: {
      operationId: 'end-exception',
      tags: ['bridge'],
      summary: 'Take an exception or a holiday back.',
      requestBody: {
        required: true,
        content: json(
          { anyOf: [toFieldSchema(favouriteExceptionRef), toFieldSchema(holidayRef)] },
          { kind: 'schedule', index: 0, date: '2099-12-26' },
        ),
      },
      responses: {
        200: { description: 'Done, also where there was none.', content: plainText({ done: 'OK' }) },
        ...refused(400, 401, 403, 413, 503),
      },
    },
  },
  '/groups': {
    ...get('read-groups', {
      tags: ['bridge'],
      summary: 'Read the groups of rooms that the owner made.',
      responses: {
        200: {
          description:
            'In the order in which they were made, each with those of its rooms that the house has.',
          content: json(
            object({
              groups: {
                type: 'array',
                items: toFieldSchema(roomGroup),
              },
            }),
            groupsExample,
          ),
        },
        ...refused(401, 403),
      },
    }),
    post: {
      operationId: 'set-group',
      tags: ['bridge'],
      summary: 'Make a group of rooms, or give one other rooms or another name.',
      requestBody: {
        required: true,
        content: json(toFieldSchema(roomGroupChange), groupsExample.groups[0]),
      },
      responses: {
        200: { description: 'Stored.', content: plainText({ done: 'OK' }) },
        ...refused(400, 401, 403, 409, 413, 503),
      },
    },
  },
  '/groups/remove': {
    post: {
      operationId: 'remove-group',
      tags: ['bridge'],
      summary: 'Remove a group; its rooms stay as they are.',
      requestBody: {
        required: true,
        content: json(toFieldSchema(roomGroupRef), toExample(roomGroupRef)),
      },
      responses: {
        200: { description: 'Done, also where it was not there.', content: plainText({ done: 'OK' }) },
        ...refused(400, 401, 403, 413, 503),
      },
    },
  },
  '/time-zone': {
    ...get('read-time-zone', {
      tags: ['bridge'],
      summary: 'Read the time zone of the house.',
      responses: {
        200: {
          description:
            'Its IANA name. It comes from the file of a simulated house, from its owner, or until one has set it from the machine of the bridge.',
          content: json(
            object({ timeZone: toFieldSchema(timeZone), from: { enum: timeZoneSources } }),
            timeZoneExample,
          ),
        },
        ...refused(401, 403),
      },
    }),
    post: {
      operationId: 'set-time-zone',
      tags: ['bridge'],
      summary: 'Set the time zone of a house with a real bridge.',
      requestBody: {
        required: true,
        content: json(toFieldSchema(timeZoneChange), toExample(timeZoneChange)),
      },
      responses: {
        200: { description: 'Stored.', content: plainText({ done: 'OK' }) },
        ...refused(400, 401, 403, 409, 413, 503),
      },
    },
  },
  '/alerts': get('read-alerts', {
    tags: ['bridge'],
    summary: 'Read the key with which browsers subscribe to notifications by Web Push (RFC 8030).',
    responses: {
      200: {
        description: 'The public key, an uncompressed point of P-256 in base64url (RFC 8292).',
        content: json(object({ publicKey: { type: 'string' } }), alertsExample),
      },
      ...refused(401, 403, 503),
    },
  }),
  '/alerts/save': {
    post: {
      operationId: 'save-alerts',
      tags: ['bridge'],
      summary: 'Notify a browser, or let it choose anew.',
      requestBody: {
        required: true,
        content: json(toFieldSchema(alertSubscription), toExample(alertSubscription)),
      },
      responses: {
        200: { description: 'Stored.', content: plainText({ done: 'OK' }) },
        ...refused(400, 401, 403, 413, 503),
      },
    },
  },
  '/alerts/read': {
    post: {
      operationId: 'read-alert-choices',
      tags: ['bridge'],
      summary: 'Read what a browser chose.',
      requestBody: alertRefBody,
      responses: {
        200: {
          description: 'Its choices; null where it is not notified.',
          content: json(object({ choices: orNull(toFieldSchema(alertChoices)) }), { choices: null }),
        },
        ...refused(400, 401, 403, 413),
      },
    },
  },
  '/alerts/renew': {
    post: {
      operationId: 'renew-alerts',
      tags: ['bridge'],
      summary: 'Confirm that a browser is notified, in the present words of its reader.',
      requestBody: {
        required: true,
        content: json(toFieldSchema(alertRenewal), toExample(alertRenewal)),
      },
      responses: {
        200: {
          description: 'Its choices; null where it is not notified, which stays so.',
          content: json(object({ choices: orNull(toFieldSchema(alertChoices)) }), { choices: null }),
        },
        ...refused(400, 401, 403, 413, 503),
      },
    },
  },
  '/alerts/end': {
    post: {
      operationId: 'end-alerts',
      tags: ['bridge'],
      summary: 'Notify a browser no more.',
      requestBody: alertRefBody,
      responses: {
        200: { description: 'Done, also where it was not notified.', content: plainText({ done: 'OK' }) },
        ...refused(400, 401, 403, 413, 503),
      },
    },
  },
  '/alerts/test': {
    post: {
      operationId: 'test-alerts',
      tags: ['bridge'],
      summary: 'Send a test notification to a browser.',
      requestBody: alertRefBody,
      responses: {
        200: { description: 'Its push service has taken it.', content: plainText({ done: 'OK' }) },
        ...refused(400, 401, 403, 409, 413, 503),
      },
    },
  },
  '/explain': get('explain', {
    tags: ['bridge'],
    summary: 'Read why a component is as it is, and what would change it.',
    parameters: [
      query(
        'component',
        '`unit`, `zone.N`, `split.N` or `vrf.N`, counted as on the wire',
        { type: 'string' },
        true,
      ),
    ],
    responses: {
      200: {
        description: 'Its steps, in the order of their effect.',
        content: json(explanationSchema, explanationExample),
      },
      ...refused(400, 401, 403, 409, 503),
    },
  }),
  '/diagnostics': get('read-diagnostics', {
    tags: ['bridge'],
    summary:
      'Make a bundle of version, state, last commands and log, without names, keys, tokens and addresses.',
    responses: {
      200: {
        description: 'A file for somebody who helps; `plenum bridge --replay` shows it.',
        content: json(
          object({
            format: { const: 'plenum-diagnostics' },
            formatVersion: { const: bundleFormat },
            plenum: { type: 'string', description: 'version' },
            definitions: {
              type: 'string',
              description: 'SHA-256 of the definitions of components and commands',
            },
            node: { type: 'string', description: 'version' },
            behind: { enum: ['simulated house', 'real bridge'] },
            at: integer(instant),
            datagrams: { type: 'object', description: 'For each kind its components; aliases for names.' },
            events: {
              type: 'array',
              items: { type: 'object' },
              description: 'Of the last day, oldest first.',
            },
            log: { type: 'array', items: { type: 'object' }, description: 'The last lines, oldest first.' },
          }),
          {
            format: 'plenum-diagnostics',
            formatVersion: bundleFormat,
            plenum: '0.1.0',
            definitions: '0'.repeat(64),
            node: 'v24.0.0',
            behind: 'real bridge',
            at: noon,
            datagrams: {},
            events: [],
            log: [],
          },
        ),
      },
      ...refused(401, 403),
    },
  }),
  '/installer': get('read-installer-access', {
    tags: ['bridge'],
    summary: "Ask whether this client may give an installer's commands.",
    responses: {
      200: {
        description:
          'It may; it needs the installer key, `Plenum-Installer-Key: KEY`; or it may not from where it is. `matter` has the codes to pair a Matter controller with, for one that may, while the bridge is not paired.',
        content: json(installerSchema, { access: 'allowed' } satisfies InstallerAnswer),
      },
      ...refused(401, 403),
    },
  }),
  '/healthz': get('read-health', {
    tags: ['bridge'],
    summary: 'Ask whether the bridge serves.',
    responses: {
      200: { description: 'It does.', content: json(healthSchema, healthExample) },
      ...refused(403, 503),
    },
  }),
  '/metrics': get('read-metrics', {
    tags: ['bridge'],
    summary: 'Read counters and gauges in the text format of Prometheus.',
    responses: {
      200: {
        description: 'Metrics.',
        content: plainText({ metrics: '# TYPE plenum_commands_total counter\n' }),
      },
      ...refused(401, 403),
    },
  }),
};

const toOverridePath = ({ name, summary, body }: Override): OpenApi => ({
  post: {
    operationId: `simulate-${name}`,
    tags: ['simulation'],
    summary,
    requestBody: { required: true, content: json(toFieldSchema(body), toExample(body)) },
    responses: {
      200: { description: 'Done.', content: plainText({ done: 'OK' }) },
      ...refused(400, 401, 403, 404, 409, 413),
    },
  },
});

/** The endpoints that are ours: live stream, history, health, metrics and the controls of a simulated house. */
export const toOwnPaths = (): OpenApi => ({
  ...bridgePaths,
  '/simulation': get('read-simulation', {
    tags: ['simulation'],
    summary: 'Read the clock, the weather and the faults of a simulated house.',
    responses: {
      200: { description: 'The status of the simulation.', content: json(statusSchema, statusExample) },
      ...refused(401, 403, 404),
    },
  }),
  '/simulation/house': get('export-house', {
    tags: ['simulation'],
    summary: 'Read the house file of a simulated house, with what was installed, named and set since.',
    responses: {
      200: {
        description: 'The house file as JSON, which is YAML too: `plenum bridge --house FILE` starts it.',
        content: json({ type: 'object' }, { name: 'Hut', rooms: [{ name: 'Lounge', area: 24 }] }),
      },
      ...refused(401, 403, 404),
    },
  }),
  ...Object.fromEntries(
    Array.from(overrides.values(), (each) => [`/simulation/${each.name}`, toOverridePath(each)]),
  ),
});
