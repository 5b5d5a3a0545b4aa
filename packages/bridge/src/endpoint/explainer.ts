import {
  type Explanation,
  type ExplanationAnswer,
  type Extras,
  explain,
  type Trend,
  toAnswer,
} from '@plenum/insight/explain';
import type { ComponentKind, ComponentRef } from '@plenum/protocol/component';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { createCalendar, nextFavouriteOf } from '@plenum/simulator';
import type { Automation } from '../automation/open-automation.ts';
import type { Device } from '../device/device.ts';
import type { Exceptions } from '../exceptions/exceptions.ts';
import type { History } from '../history/history.ts';
import type { SimulatedDevice } from '../simulated/simulated-device.ts';

interface ExplainerDeps {
  readonly device: Device;
  /** The same device if its house is simulated; otherwise undefined. */
  readonly simulation: SimulatedDevice | undefined;
  readonly history: Pick<History, 'read'>;
  /** Dates on which favourites deviate from their weekly times. */
  readonly exceptions: Pick<Exceptions, 'list'>;
  readonly automation: Pick<Automation, 'steps'>;
}

/** Explains the state of components from their datagrams and the bridge's other data. */
export interface Explainer {
  explain(ref: ComponentRef): Result<ExplanationAnswer>;
}

const minute = 60_000;
/** Period that a trend covers, and the minimum period that it needs, both in ms. */
const span = 60 * minute;
const leastSpan = 15 * minute;

/** Name of the recorded temperature of each kind of component. */
const temperatures: Readonly<Partial<Record<ComponentKind, (index: number) => string>>> = {
  unit: () => 'unit.Temp',
  zone: (index) => `zone.${index}.Temp`,
  vrf: (index) => `vrf.${index}.Ra`,
};

/** Returns the temperature trend of a component over the last hour; undefined if too little is recorded. */
const trendOf = (
  { history, device }: ExplainerDeps,
  { kind, index }: ComponentRef,
  temperature: number | undefined,
): Trend | undefined => {
  const name = temperatures[kind]?.(index);
  if (name === undefined || temperature === undefined) return undefined;
  const to = device.at();
  const values = history.read({ series: [name], from: to - span, to, step: minute })[name] ?? [];
  const first = values.findIndex((value) => value !== null);
  const minutes = values.length - first;
  if (first === -1 || minutes * minute < leastSpan) return undefined;
  return { minutes, change: (temperature - values[first]!) / 100 };
};

const extrasOf = (deps: ExplainerDeps, ref: ComponentRef, { status }: Explanation): Extras => {
  const { device, simulation, exceptions } = deps;
  const automatic =
    ref.kind === 'unit'
      ? deps.automation.steps()
      : ref.kind === 'zone'
        ? deps.automation.steps(ref.index)
        : [];
  const trend = trendOf(deps, ref, status.facts.temperature);
  if (simulation !== undefined) return { ...simulation.explain(ref), trend, automatic };
  const time = { calendar: createCalendar(device.timeZone()), at: device.at() };
  return {
    trend,
    automatic,
    next: nextFavouriteOf(ref, { datagrams: device.datagrams(), exceptions: exceptions.list() }, time),
  };
};

export function createExplainer(deps: ExplainerDeps): Explainer {
  const { device } = deps;
  return {
    explain: (ref) => {
      const plain = explain(ref, device.datagrams());
      if (plain === undefined) {
        const installed = (device.datagrams()[ref.kind] as readonly { Index?: number; X?: number }[]).map(
          ({ Index, X }) => Index ?? X ?? 0,
        );
        return refuse('not-installed', {
          path: ['component'],
          input: ref.index,
          facts: {
            noun: ref.kind,
            index: ref.index,
            count: installed.length,
            installed: installed.join(', '),
          },
        });
      }
      const explanation = explain(ref, device.datagrams(), extrasOf(deps, ref, plain))!;
      return ok(toAnswer(explanation, { at: device.at(), timeZone: device.timeZone() }));
    },
  };
}
