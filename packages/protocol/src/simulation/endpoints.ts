import { type BridgeEndpoint, endpointsCountedAs } from '../endpoint/bridge-endpoint.ts';
import type { AnswerOf } from '../endpoint/endpoint.ts';
import { anything, listOf, open } from '../endpoint/shape.ts';
import { bool, instant, number, object, quantity, text } from '../field/make.ts';
import { quirksBody } from '../quirks/catalogue.ts';
import { overrides } from './catalogue.ts';

const { get, post } = endpointsCountedAs('simulation');

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
      { optional: ['hotWater'] },
    ),
    example: {
      clock: { at: 1_767_225_600_000, scale: 60, paused: false },
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
