import type { Field, RecordField } from '@plenum/protocol/field';
import { quirksBody } from '@plenum/protocol/quirks';
import type { SimulationStatus } from '@plenum/protocol/simulation';
import { overrides } from '@plenum/protocol/simulation';
import { toDateAndTime } from './change.ts';
import { formatMember, formatValue } from './value.ts';

const weatherFields = overrides.get('Weather')!.body as RecordField;

const toFault = ({ name, body }: SimulationStatus['faults'][number]): string => {
  const field = overrides.get(name)?.body as Field | undefined;
  return `${name} ${formatValue(field, body)}`;
};

/** Returns the status of a simulation as rows, each with a name and a readable value. */
export function toSimulationRows(status: SimulationStatus): readonly (readonly [string, string])[] {
  const { clock, timeZone, weather, people, windows, hotWater, faults, quirks = {} } = status;
  const { held, ...values } = weather;
  return [
    ['time', `${toDateAndTime(clock.at, timeZone)} in ${timeZone}`],
    ['scale', String(clock.scale)],
    ['paused', clock.paused ? 'yes' : 'no'],
    ...Object.entries(values).map(([name, value]): readonly [string, string] => [
      name,
      formatMember(weatherFields, name, value) + (held.includes(name) ? ' (held)' : ''),
    ]),
    ['people', people],
    ['open windows', windows.length === 0 ? 'none' : `zone ${windows.join(', ')}`],
    ...(hotWater === undefined
      ? []
      : [['hot water', `${hotWater.Temperature} °C, drawing ${hotWater.Power} W`] as const]),
    ...(faults.length === 0 ? [['faults', 'none'] as const] : []),
    ...faults.map((fault): readonly [string, string] => ['fault', toFault(fault)]),
    ...Object.entries(quirks).map(([name, value]): readonly [string, string] => [
      'quirk',
      `${name} ${formatMember(quirksBody, name, value)}`,
    ]),
  ];
}
