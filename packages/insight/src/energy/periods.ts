/** The periods that energy is added up by. */
export const energyPeriods = ['hour', 'day', 'week', 'month', 'year'] as const;
export type EnergyPeriod = (typeof energyPeriods)[number];

/** The question whose answer has all the energy that a bridge has counted, in few periods. */
export const allEnergy = { by: 'year', from: 0 } as const;
