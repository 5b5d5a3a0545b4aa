import { type ComponentKind, kinds, recordOf } from '@plenum/protocol/component';
import { historySteps } from '@plenum/protocol/extension';
import { type Field, factsOf } from '@plenum/protocol/field';
import { toReading } from '@plenum/protocol/refusal';
import type { AssistedHouse } from './house.ts';
import { refused } from './refused.ts';

const hour = 3_600_000;
const minute = 60_000;
const maxPoints = 96;

const fieldOf = (series: string): Field | undefined => {
  const kind = series.split('.')[0] as ComponentKind;
  if (!Object.hasOwn(kinds, kind)) return undefined;
  return recordOf(kind).properties[series.slice(series.lastIndexOf('.') + 1)];
};

/** Returns the values of a series in people's units, oldest first, at most `maxPoints` of them. */
export async function readHistory(
  house: AssistedHouse,
  { series: typed, hours }: { readonly series: string; readonly hours: number },
) {
  const known = await house.series();
  const series = known.find((name) => name.toLowerCase() === typed.trim().toLowerCase());
  if (series === undefined)
    throw refused(`Nothing is recorded as ${typed}. Use one of: ${known.slice(0, 200).join(', ')}.`);
  const step =
    (historySteps.find((minutes) => (hours * 60) / minutes <= maxPoints) ?? historySteps.at(-1)!) * minute;
  // A simulated house's clock may differ from this machine's, so the end of the response is taken as the current time.
  const { to } = await house.history({ series: [series], step: 1_440 * minute });
  const answer = await house.history({ series: [series], from: to - hours * hour, to, step });
  const field = fieldOf(series);
  const { unit = series.endsWith('.W') ? 'W' : series.endsWith('.Wh') ? 'Wh' : '', scale } =
    field === undefined ? {} : factsOf(field);
  return {
    series,
    unit,
    step_minutes: answer.step / minute,
    from: new Date(answer.from).toISOString(),
    values: answer.series[series]!.map((value) => (value === null ? null : Number(toReading(value, scale)))),
  };
}
