import type { ActionRule } from '../rule.ts';

/** Suggests a clean filter after the hours of the fan that the owner set. Its acceptance says that it was cleaned. */
export const filter: ActionRule = {
  propose: ({ memory: { fanMinutes = 0 }, settings }) => {
    const hours = Math.floor(fanMinutes / 60);
    if (hours < settings.filterHours) return undefined;
    return { reason: { code: 'filter-hours', figures: { hours: { value: hours, unit: '' } } }, given: [] };
  },
  accept: ({ fanMinutes: _, ...memory }) => memory,
  begin: ({ reason }) => ({ reason }),
  ends: () => 'returned',
};
