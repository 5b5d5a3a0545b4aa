import type { PowerFile } from '../house-schema/house.ts';

/** A monitor of two devices: the whole house, splits and fan-coils; solar panels and the base load. */
export const monitor: PowerFile = {
  tag1: 'Board',
  voltage: 240,
  powerFactor: 0.9,
  cost: 31.5,
  emissions: 790,
  baseLoad: 300,
  solar: 5,
  devices: [
    {
      name: 'Board',
      channels: [
        { name: 'House', measures: 'everything' },
        { name: 'Splits', measures: 'splits', group: 1 },
        { name: 'VRF', measures: 'VRF units' },
      ],
    },
    {
      name: 'Roof',
      channels: [
        { name: 'Roof', measures: 'solar' },
        { name: 'Fridges', measures: 'base load' },
      ],
    },
  ],
};
