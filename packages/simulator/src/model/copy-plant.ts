import type { LightingPlant, Plant, PowerPlant, UnitPlant } from './state.ts';

const copyUnit = (unit: UnitPlant): UnitPlant => ({
  ...unit,
  compressor: { ...unit.compressor },
  evaporative: unit.evaporative && { ...unit.evaporative },
});

const copyIrrigation = (irrigation: NonNullable<Plant['irrigation']>) => ({
  ...irrigation,
  run: irrigation.run && { ...irrigation.run },
  waiting: [...irrigation.waiting],
  byHand: irrigation.byHand.map((run) => ({ ...run })),
  faults: [...irrigation.faults],
});

const copyPower = (power: PowerPlant): PowerPlant => ({
  ...power,
  devices: power.devices.map((device) => ({ ...device })),
  ...(power.hotWater && { hotWater: { ...power.hotWater } }),
});

const copyLighting = (lighting: LightingPlant): LightingPlant => ({
  ...lighting,
  lamps: [...lighting.lamps],
  switches: [...lighting.switches],
});

/**
 * Returns a copy of a plant. It shares only parts that are never changed in place: the climate, which a step replaces,
 * and parts with read-only types, such as lamps, of which a house has up to 128. Each list has its own copying expression, because V8 copies objects of one shape
 * several times as fast as objects of many shapes.
 */
export const copyPlant = (plant: Plant): Plant => ({
  ...plant,
  unit: plant.unit && copyUnit(plant.unit),
  zones: plant.zones.map((zone) => ({ ...zone })),
  splits: plant.splits.map((split) => ({ ...split })),
  splitFavourites: plant.splitFavourites.map(({ sleeps }) => ({ sleeps: [...sleeps] })),
  vrfs: plant.vrfs.map((vrf) => ({ ...vrf })),
  vrfFavourites: plant.vrfFavourites.map(({ sleeps }) => ({ sleeps: [...sleeps] })),
  irrigation: plant.irrigation && copyIrrigation(plant.irrigation),
  power: plant.power && copyPower(plant.power),
  lighting: plant.lighting && copyLighting(plant.lighting),
  loads: { ...plant.loads },
  knobs: { ...plant.knobs },
});
