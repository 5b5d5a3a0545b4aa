import { type BridgeEndpoint, endpointsCountedAs } from '../endpoint/bridge-endpoint.ts';
import type { AnswerOf } from '../endpoint/endpoint.ts';
import { anything, constant, listOf, open } from '../endpoint/shape.ts';
import { bool, instant, number, object, quantity, record, text } from '../field/make.ts';
import { bridgeLimits } from '../limit/bridge.ts';
import { quirksBody } from '../quirks/catalogue.ts';
import { overrides } from './catalogue.ts';
import { stepping } from './stepping.ts';

const { get, post } = endpointsCountedAs('simulation');

const snapshotName = text('the name of a snapshot', {
  pattern: '^[A-Za-z0-9][A-Za-z0-9._ -]{0,39}$',
  expected:
    'the name of a snapshot: a letter or digit, then up to 39 letters, digits, spaces, dots, dashes or underscores',
  example: 'before breakfast',
});
const snapshotRef = record('snapshot', { name: snapshotName });
/** Lower ports belong to services of the machine. */
const forkPort = number('the port of its HTTP server', { min: 1_024, max: 65_535, example: 8081 });

/** Endpoints that describe a simulated house and its overrides. */
export const simulationEndpoints = {
  readSimulation: get('/simulation', {
    summary: 'Read the clock, the weather and the faults of a simulated house.',
    isSimulation: true,
    answer: open(
      'The part of a simulated house that its clients cannot read.',
      {
        clock: open('its clock', {
          at: instant('its time'),
          scale: quantity('seconds of house time per second'),
          paused: bool('whether it is paused'),
        }),
        stepping,
        name: text('the name of the house'),
        timeZone: text('IANA name of the time zone of the house, used for starting favourites'),
        weather: open('the weather', {
          Temperature: quantity('°C'),
          Humidity: quantity('%'),
          Cloud: quantity('%'),
          Wind: quantity('m/s'),
          Rain: quantity('mm/h'),
          held: listOf('the values that an override holds', text('one of them')),
        }),
        people: text('where its people are'),
        windows: listOf('the zones whose windows are open', number('zone')),
        hotWater: open('the tank that a solar diverter heats; left out if the house has none', {
          Temperature: quantity('°C'),
          Power: quantity('W'),
        }),
        faults: listOf(
          'the overrides that simulate a fault',
          open('an override', { name: text('its name'), body: anything('its body') }),
        ),
        quirks: quirksBody,
      },
      { optional: ['stepping', 'name', 'hotWater'] },
    ),
    example: {
      clock: { at: 1_767_225_600_000, scale: 60, paused: false },
      name: 'Banksia Street',
      timeZone: 'Australia/Sydney',
      weather: { Temperature: 31.5, Humidity: 40, Cloud: 20, Wind: 3, Rain: 0, held: ['Temperature'] },
      people: 'rhythm',
      windows: [2],
      faults: [{ name: 'ZoneSensorFault', body: { Zone: 1, On: 1 } }],
      quirks: { busy: 0.5 },
    },
  }),
  exportHouse: get('/simulation/house', {
    summary:
      'Read the house file of a simulated house, including later changes to its setup, names and settings.',
    isSimulation: true,
    answer: object('The house file as JSON, which is also YAML: start it with `plenum bridge --house FILE`.'),
    example: { name: 'Hut', rooms: [{ name: 'Lounge', area: 24 }] },
  }),
  readSnapshots: get('/simulation/snapshots', {
    summary: 'Read the snapshots and forks of a simulated house.',
    isSimulation: true,
    answer: open('The snapshots and forks, oldest first.', {
      snapshots: listOf(
        'the snapshots',
        open('a snapshot', {
          name: snapshotName,
          at: instant('the time of the house in it'),
          bytes: number('its size in bytes'),
        }),
        { max: bridgeLimits.snapshots.most },
      ),
      forks: listOf(
        'the forks that are running',
        open('a fork', { port: forkPort, at: instant('the time of its house') }),
        { max: bridgeLimits.forks.most },
      ),
    }),
    example: {
      snapshots: [{ name: 'before breakfast', at: 1_767_225_600_000, bytes: 610_304 }],
      forks: [{ port: 8081, at: 1_767_229_200_000 }],
    },
  }),
  readRequests: get('/simulation/requests', {
    summary: 'Read the latest requests to a simulated house, newest first.',
    description:
      'They are in memory only. Names, keys and other texts that people chose are replaced by `<text>`, and a path that does not exist by `<path>`. Live streams, files of the web application, `/healthz`, `/metrics` and what an open page reads are not listed. A bridge in front of a real house lists requests with `plenum bridge --keep-requests`. For the house of a test user, `GET /console/test-houses/{systemId}/simulation/requests` lists what came over its uplink.',
    isSimulation: true,
    answer: open('The requests, newest first.', {
      requests: listOf(
        'the requests',
        open(
          'a request',
          {
            at: instant('the time of the response, by the clock of the machine'),
            houseAt: instant('the time of the response, by the clock of the house'),
            over: constant('the way it took: HTTP, discovery, or a cloud', 'http', 'udp', 'cloud'),
            from: text('the address of the client'),
            client: text('its name and version, as in its `User-Agent`'),
            method: text('the method'),
            path: text('the path, and the query'),
            asked: anything('the body, in the words of the interface'),
            status: number('the HTTP status'),
            result: text('`OK`, or the code of the refusal'),
            ms: quantity('time from the headers of the request to the response, in ms'),
            isRedacted: bool('true if something was replaced or left out'),
            curl: text('a command line that repeats it; keys are `$KEY` and `$INSTALLER_KEY`'),
          },
          {
            optional: [
              'houseAt',
              'from',
              'client',
              'method',
              'path',
              'asked',
              'status',
              'isRedacted',
              'curl',
            ],
          },
        ),
        { max: bridgeLimits.requests.most },
      ),
    }),
    example: {
      requests: [
        {
          at: 1_767_225_600_000,
          houseAt: 1_798_761_600_000,
          over: 'http',
          from: '192.168.1.20',
          client: 'curl/8.5.0',
          method: 'POST',
          path: '/HvacCommandV2',
          asked: { ZoneSetpoint: { Index: 1, Setpoint: 2150 } },
          status: 200,
          result: 'OK',
          ms: 1.8,
          curl: 'curl \'http://192.168.1.5:8080/HvacCommandV2\' -d \'{"ZoneSetpoint":{"Index":1,"Setpoint":2150}}\'',
        },
      ],
    },
  }),
  saveSnapshot: post('/simulation/snapshots', {
    summary: 'Save a snapshot of a simulated house.',
    description:
      'A snapshot has everything that the bridge stores, with history and settings, and its quirks. It replaces the snapshot of the same name. Snapshots end when the bridge stops.',
    isSimulation: true,
    body: snapshotRef,
  }),
  restoreSnapshot: post('/simulation/snapshots/restore', {
    summary: 'Return a simulated house to a snapshot.',
    description:
      'The clock of the house continues from the time of the snapshot. Connections, live streams, the pairing with a cloud and push notifications stay as they are.',
    isSimulation: true,
    body: snapshotRef,
    refusals: ['not-stored'],
  }),
  startFork: post('/simulation/snapshots/fork', {
    summary: 'Start a fork: another bridge with a copy of the house, on another port.',
    description:
      'The fork begins with a snapshot, or with the current house if no name is given, and shares nothing with it afterwards. It has the same system id, address and keys. It is not connected to a cloud, does not answer discovery and sends no change notices. It stores nothing and ends when the bridge stops.',
    isSimulation: true,
    body: record('fork', { name: snapshotName, port: forkPort }, { optional: ['name'] }),
    refusals: ['not-available'],
  }),
  endFork: post('/simulation/snapshots/end-fork', {
    summary: 'Stop a fork.',
    description: 'Also answers `OK` if there is no such fork.',
    isSimulation: true,
    body: record('fork', { port: forkPort }),
  }),
  removeSnapshot: post('/simulation/snapshots/remove', {
    summary: 'Remove a snapshot.',
    description: 'Also answers `OK` if there is no such snapshot.',
    isSimulation: true,
    body: snapshotRef,
  }),
} as const;

/** The endpoints for overrides of a simulated house, by name of the override. */
export const overrideEndpoints: ReadonlyMap<string, BridgeEndpoint> = new Map(
  Array.from(overrides, ([name, { summary, body }]) => [
    name,
    post(`/simulation/${name}`, {
      summary,
      isSimulation: true,
      body,
      refusals: ['not-available'],
    }) as BridgeEndpoint,
  ]),
);

/** The response of `GET /simulation`. */
export type SimulationStatus = AnswerOf<typeof simulationEndpoints.readSimulation>;

/** The response of `GET /simulation/snapshots`. */
export type SnapshotsAnswer = AnswerOf<typeof simulationEndpoints.readSnapshots>;

/** The response of `GET /simulation/requests`. */
export type RequestsAnswer = AnswerOf<typeof simulationEndpoints.readRequests>;
