import type { Glazing, Pane } from './glazing.ts';
import type { Layer } from './layers.ts';

/**
 * Materials: conductivity W/mK, density kg/m³, specific heat J/kgK. ASHRAE Fundamentals 2017, chapter 26, table 1, and
 * for soil ISO 13370:2017, table 7 (clay or silt).
 */
const MATERIALS = {
  brick: { conductivity: 0.8, density: 1760, heat: 800 },
  weatherboard: { conductivity: 0.14, density: 530, heat: 1630 },
  plasterboard: { conductivity: 0.16, density: 640, heat: 1150 },
  render: { conductivity: 0.72, density: 1860, heat: 840 },
  batts: { conductivity: 0.04, density: 12, heat: 840 },
  foam: { conductivity: 0.03, density: 30, heat: 1470 },
  concrete: { conductivity: 1.6, density: 2300, heat: 900 },
  tiles: { conductivity: 1.1, density: 1900, heat: 840 },
  ceramic: { conductivity: 1.2, density: 2000, heat: 840 },
  steel: { conductivity: 45, density: 7800, heat: 480 },
  timber: { conductivity: 0.14, density: 650, heat: 1630 },
  carpet: { conductivity: 0.06, density: 200, heat: 1300 },
  soil: { conductivity: 1.5, density: 1800, heat: 1670 },
} as const;

const of = (material: keyof typeof MATERIALS, millimetres: number): Layer => ({
  thickness: millimetres / 1000,
  ...MATERIALS[material],
});

/** An air gap with a resistance in m²K/W (ISO 6946:2017, table 8: 0.18 for heat that flows sideways, 0.16 up). */
const gap = (resistance: number): Layer => ({ thickness: 0.04, conductivity: 0.04 / resistance });

/** Soil below a floor, whose lower side has the temperature of the ground. */
const soil = of('soil', 500);

/** Outside walls, from outside to inside. */
export const WALLS = {
  weatherboard: [of('weatherboard', 13), gap(0.18), of('batts', 60), of('plasterboard', 10)],
  'weatherboard, uninsulated': [of('weatherboard', 13), gap(0.18), of('plasterboard', 10)],
  'brick veneer': [of('brick', 110), gap(0.18), of('batts', 60), of('plasterboard', 10)],
  'brick veneer, uninsulated': [of('brick', 110), gap(0.18), of('plasterboard', 10)],
  'double brick': [of('brick', 110), gap(0.18), of('foam', 40), of('brick', 110), of('render', 12)],
  'double brick, uninsulated': [of('brick', 110), gap(0.18), of('brick', 110), of('render', 12)],
  'single brick': [of('brick', 110), of('render', 12)],
  'well insulated': [of('brick', 110), gap(0.18), of('batts', 140), of('plasterboard', 10)],
} as const satisfies { [name: string]: readonly Layer[] };

/** Roofs with the ceiling below them, from outside to inside. */
export const ROOFS = {
  tiles: [of('tiles', 20), gap(0.16), of('batts', 100), of('plasterboard', 13)],
  'tiles, uninsulated': [of('tiles', 20), gap(0.16), of('plasterboard', 13)],
  iron: [of('steel', 0.5), gap(0.16), of('batts', 100), of('plasterboard', 13)],
  'iron, uninsulated': [of('steel', 0.5), gap(0.16), of('plasterboard', 13)],
  concrete: [of('ceramic', 15), of('foam', 60), of('concrete', 180), of('render', 12)],
  'well insulated': [of('tiles', 20), gap(0.16), of('batts', 160), of('plasterboard', 13)],
} as const satisfies { [name: string]: readonly Layer[] };

/** Floors, from below to above. Those on the ground include the soil. */
export const FLOORS = {
  timber: [of('soil', 100), gap(0.21), of('timber', 19), of('carpet', 8)],
  slab: [soil, of('concrete', 100), of('carpet', 8)],
  'slab with tiles': [soil, of('concrete', 100), of('ceramic', 10)],
  'slab, insulated': [soil, of('foam', 50), of('concrete', 100), of('ceramic', 10)],
} as const satisfies { [name: string]: readonly Layer[] };

/** Walls between rooms. */
export const PARTITIONS = {
  stud: [of('plasterboard', 10), gap(0.18), of('plasterboard', 10)],
  brick: [of('render', 12), of('brick', 110), of('render', 12)],
} as const satisfies { [name: string]: readonly Layer[] };

/** Floors between storeys from their middle: up to the floor of the room above, and down to the ceiling below. */
export const STOREYS = {
  timber: { floor: [of('timber', 19), of('carpet', 8)], ceiling: [of('plasterboard', 13)] },
  concrete: {
    floor: [of('concrete', 90), of('ceramic', 10)],
    ceiling: [of('concrete', 90), of('render', 12)],
  },
} as const satisfies { [name: string]: { floor: readonly Layer[]; ceiling: readonly Layer[] } };

/** Clear float glass (ISO 9050:2003; EN 673 for the conductivity and the emissivity). */
const clear = (millimetres: number, transmittance: number): Pane => ({
  thickness: millimetres / 1000,
  conductivity: 1,
  transmittance,
  reflectance: 0.075,
  emissivity: 0.84,
});

/** Windows, from outside to inside. The coating is a pyrolytic one. */
export const WINDOWS = {
  single: { panes: [clear(3, 0.834)] },
  'single, tinted': { panes: [{ ...clear(5, 0.5), reflectance: 0.055 }] },
  double: { panes: [clear(4, 0.82), clear(4, 0.82)], gap: 0.012 },
  'double, low-e': {
    panes: [clear(4, 0.82), { ...clear(4, 0.7), reflectance: 0.11, coating: 0.16 }],
    gap: 0.012,
    gas: 'argon',
  },
} as const satisfies { [name: string]: Glazing };

export type WallName = keyof typeof WALLS;
export type RoofName = keyof typeof ROOFS;
export type FloorName = keyof typeof FLOORS;
export type PartitionName = keyof typeof PARTITIONS;
export type WindowName = keyof typeof WINDOWS;

/** The constructions of a room whose file has only its mass. */
export const BUILT = {
  light: { wall: 'weatherboard', roof: 'iron', floor: 'timber', partition: 'stud', storey: 'timber' },
  medium: { wall: 'brick veneer', roof: 'tiles', floor: 'slab', partition: 'stud', storey: 'timber' },
  heavy: {
    wall: 'double brick',
    roof: 'tiles',
    floor: 'slab with tiles',
    partition: 'brick',
    storey: 'concrete',
  },
} as const;
