import {
  type ChangeEvent,
  type HealthAnswer,
  type HistoryAnswer,
  historySteps,
  type SimulationStatus,
} from '../../extension/answers.ts';
import { mannersBody } from '../../manners/catalogue.ts';
import { overrides } from '../../simulation/catalogue.ts';
import type { Override } from '../../simulation/override.ts';
import { toExample } from '../to-example.ts';
import { type JsonSchema, toFieldSchema } from '../to-json-schema.ts';
import { json, type OpenApi, plainText, refused } from './answers.ts';

const integer = (description: string): JsonSchema => ({ type: 'integer', description });
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
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

const uidSchema: JsonSchema = { type: 'string', pattern: '^[0-9]{9}$' };
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
  manners: { busy: 0.5 },
};

const number: JsonSchema = { type: 'number' };
const statusSchema = object({
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
  manners: toFieldSchema(mannersBody),
});

const get = (operationId: string, about: OpenApi): OpenApi => ({ get: { operationId, ...about } });

const bridgePaths: OpenApi = {
  '/events': get('stream-events', {
    tags: ['bridge'],
    summary: 'Follow changes as they happen.',
    description:
      'Server-sent events: `snapshot` first, with every component, then `change` with those that changed, whole.',
    responses: {
      200: {
        description: 'A stream that does not end.',
        content: {
          'text/event-stream': {
            schema: { type: 'string' },
            examples: {
              change: { value: `id: 7\nevent: change\ndata: ${JSON.stringify(changeExample)}\n\n` },
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
        content: json(object({ series: { type: 'array', items: { type: 'string' } } }), {
          series: ['unit.Temp', 'zone.0.Temp'],
        }),
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
  ...Object.fromEntries(
    Array.from(overrides.values(), (each) => [`/simulation/${each.name}`, toOverridePath(each)]),
  ),
});
