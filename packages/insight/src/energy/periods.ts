/** Periods by which energy is added up. */
export const energyPeriods = ['hour', 'day', 'week', 'month', 'year'] as const;
export type EnergyPeriod = (typeof energyPeriods)[number];

/** The query for all energy that a bridge has recorded, in as few periods as possible. */
export const allEnergy = { by: 'year', from: 0 } as const;
