import type { AutomationAnswer } from '@plenum/insight/automation';
import { Gauge, type Registry } from '@prometheus-io/client';

/** Adds what a bridge suggests or does on its own, and the surplus air of the latest day, in base units. */
export function addAutomation(
  registry: Registry,
  { actions, spill }: Pick<AutomationAnswer, 'actions' | 'spill'>,
): void {
  const registers = [registry];
  const gauge = new Gauge({
    name: 'plenum_automatic_action',
    help: '1 for each automatic action that is suggested or under way.',
    labelNames: ['kind', 'state'],
    registers,
  });
  for (const { kind, state } of actions) gauge.set({ kind, state }, 1);
  const today = spill.at(-1);
  if (today === undefined) return;
  if (today.energy !== null)
    new Gauge({
      name: 'plenum_surplus_air_joules',
      help: 'Energy of the unit in the latest day for air into rooms that need none.',
      registers,
    }).set(today.energy * 3_600_000);
  new Gauge({
    name: 'plenum_surplus_air_kelvin_seconds',
    help: 'Kelvin times seconds in the latest day by which these rooms were more than 0.5 K beyond their setpoints.',
    registers,
  }).set(today.discomfort * 3_600);
}
