/** Periods over which energy is summed. */
export const energyPeriods = ['hour', 'day', 'week', 'month', 'year'] as const;
export type EnergyPeriod = (typeof energyPeriods)[number];

/** The query for all recorded energy of a bridge, in as few periods as possible. */
export const allEnergy = { by: 'year', from: 0 } as const;
