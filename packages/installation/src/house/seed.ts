import type { HouseFile } from './house.ts';

/** The seed of everything random in a house; 1 where its file does not say. */
export const seedOf = ({ seed = 1 }: Pick<HouseFile, 'seed'>): number => seed;
