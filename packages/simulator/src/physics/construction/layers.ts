/**
 * One layer of a construction: thickness m, conductivity W/mK, density kg/m³ and specific heat J/kgK. A layer without
 * density or heat stores nothing, such as an air gap.
 */
export type Layer = {
  readonly thickness: number;
  readonly conductivity: number;
  readonly density?: number;
  readonly heat?: number;
};

/**
 * A construction as a chain of nodes from outside to inside, per m²: the heat capacity of each node in J/K, and the
 * conductance in W/K between each node and the next.
 */
export type Chain = { readonly capacities: readonly number[]; readonly conductances: readonly number[] };

/**
 * Longest slice of a layer: the depth to which heat diffuses in this time, in s. Finer slices change the annual loads of
 * the reference cases by less than 1 %.
 */
const SLICE_SECONDS = 3_600;
/** Most slices of one layer, for thick layers of soil. */
const MOST_SLICES = 4;

const capacityOf = ({ thickness, density = 0, heat = 0 }: Layer): number => thickness * density * heat;

const countSlices = (layer: Layer): number => {
  const capacity = capacityOf(layer);
  if (capacity === 0) return 1;
  const diffusivity = (layer.conductivity * layer.thickness) / capacity;
  return Math.min(MOST_SLICES, Math.ceil(layer.thickness / Math.sqrt(diffusivity * SLICE_SECONDS)));
};

/**
 * Divides layers, from outside to inside, into slices (finite volumes). A node lies at each boundary between slices and
 * has half the heat capacity of the slices around it, so that the first and the last node are the surfaces.
 */
export function toChain(layers: readonly Layer[]): Chain {
  const capacities = [0];
  const conductances: number[] = [];
  for (const layer of layers) {
    const slices = countSlices(layer);
    const half = capacityOf(layer) / slices / 2;
    for (let slice = 0; slice < slices; slice++) {
      capacities[capacities.length - 1]! += half;
      capacities.push(half);
      conductances.push((layer.conductivity * slices) / layer.thickness);
    }
  }
  return { capacities, conductances };
}

/**
 * Returns the number of the node on the outside of the first layer that stores nothing, such as the air below a roof, or
 * undefined if every layer stores heat.
 */
export function findGap(layers: readonly Layer[]): number | undefined {
  let node = 0;
  for (const layer of layers) {
    if (capacityOf(layer) === 0) return node;
    node += countSlices(layer);
  }
  return undefined;
}

/** Returns the resistance of layers in m²K/W, without the air films. */
export const resistanceOf = (layers: readonly Layer[]): number =>
  layers.reduce((sum, { thickness, conductivity }) => sum + thickness / conductivity, 0);
