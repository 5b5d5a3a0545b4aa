import { createSimulator, type HouseFile, readShippedHouse } from '@plenum/simulator';

/** Monday 2026-01-05 UTC. */
export const noon = Date.UTC(2026, 0, 5, 12);

export function readHouseNamed(name: 'demo' | 'flat' | 'large'): HouseFile {
  const house = readShippedHouse(name);
  if (!house.ok) throw new Error(`The house ${name} cannot be read.`);
  return house.value;
}

/** The datagrams of the demo house, as a bridge would send them. */
export const demoDatagrams = createSimulator(readHouseNamed('demo')).initial(noon).datagrams;

/** The datagrams of the largest house: every kind of component. */
export const largeDatagrams = createSimulator(readHouseNamed('large')).initial(noon).datagrams;
