import type { AutomationAnswer } from '@plenum/insight/automation';

const toIso = (at: number): string => new Date(at).toISOString();

/** Returns the message about what a bridge suggests or does on its own, and about surplus air. */
export const toAutomation = ({ actions, spill }: AutomationAnswer) => ({
  actions: actions.map(({ kind, state, since, until, reason: { sentence } }) => ({
    kind,
    state,
    since: toIso(since),
    until: until === undefined ? null : toIso(until),
    reason: sentence,
  })),
  surplus_air: spill.map(({ from, energy, discomfort }) => ({
    from: toIso(from),
    energy_kwh: energy,
    discomfort_kelvin_hours: discomfort,
  })),
});
