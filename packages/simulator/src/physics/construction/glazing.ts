import type { Chain } from './layers.ts';

/**
 * One pane of glass: thickness m, conductivity W/mK, share of the sun that it transmits and reflects at normal
 * incidence, and infrared emissivity of its faces. `coating` is the emissivity of the face towards the gap on its
 * outside, if that face is coated.
 */
export type Pane = {
  readonly thickness: number;
  readonly conductivity: number;
  readonly transmittance: number;
  readonly reflectance: number;
  readonly emissivity: number;
  readonly coating?: number;
};

/** A window: panes from outside to inside, the gap between them in m, and its gas. */
export type Glazing = {
  readonly panes: readonly Pane[];
  readonly gap?: number;
  readonly gas?: 'air' | 'argon';
};

/** The shares of the sun that a window lets through and that each of its panes absorbs. */
type Optics = { readonly through: number; readonly absorbed: readonly number[]; readonly reflected: number };

/**
 * A window ready for a simulation. `through` and `absorbed` (of each pane) are tables over the cosine of the angle of
 * incidence, in `ANGLES` steps from 0 to 1; `diffuse` holds for light from the whole hemisphere outside, and `kept` is
 * the share of diffuse light from inside that the window does not let out or absorb.
 */
export type GlassModel = {
  /** The panes; the conductances are those at 10 °C. */
  readonly chain: Chain;
  readonly gaps: readonly Gap[];
  readonly emissivity: number;
  readonly through: Float64Array;
  readonly absorbed: readonly Float64Array[];
  readonly diffuse: Optics;
  readonly kept: number;
};

/**
 * A gap between two panes: its infrared exchange as a share of that between black faces, the conductance of its gas in
 * W/m²K at 10 °C and its growth per K, and the resistance of half of either pane in m²K/W.
 */
type Gap = {
  readonly exchange: number;
  readonly gas: number;
  readonly growth: number;
  readonly glass: number;
};

const ANGLES = 40;
/** Density in kg/m³ and specific heat in J/kgK of glass (EN 673). */
const GLASS = { density: 2500, heat: 720 };
const STEFAN_BOLTZMANN = 5.670374e-8;
/**
 * Gases at 10 °C (EN 673, table 1): conductivity W/mK and its growth per K, density kg/m³, viscosity kg/ms, specific heat
 * J/kgK.
 */
const GASES = {
  air: { conductivity: 0.02496, growth: 8e-5, density: 1.232, viscosity: 1.761e-5, heat: 1008 },
  argon: { conductivity: 0.01684, growth: 5e-5, density: 1.699, viscosity: 2.164e-5, heat: 519 },
} as const;
/** Mean temperature in K and difference in K between the panes, at which EN 673 rates windows. */
const RATED = { mean: 283, difference: 15 };

/**
 * Returns the reflectance of one face and the absorption of one pass at normal incidence. It inverts the sums of the
 * reflections between the two faces (Duffie and Beckman 2013, equations 5.3.1 to 5.3.3).
 */
const toFace = ({ transmittance, reflectance }: Pane) => {
  let face = reflectance / 2;
  let pass = transmittance;
  for (let round = 0; round < 60; round++) {
    const rest = (1 - face) ** 2;
    pass =
      (Math.sqrt(rest * rest + 4 * transmittance ** 2 * face ** 2) - rest) / (2 * transmittance * face ** 2);
    face = reflectance / (1 + pass * transmittance);
  }
  return { face, pass };
};

/** Returns what a pane transmits and reflects at a cosine of incidence, for both polarisations (Fresnel and Snell). */
const passPane = (pane: Pane, cosine: number) => {
  const { face, pass } = toFace(pane);
  const index = (1 + Math.sqrt(face)) / (1 - Math.sqrt(face));
  const inside = Math.sqrt(1 - (1 - cosine * cosine) / (index * index));
  const along = pass ** (1 / inside);
  return [
    ((cosine - index * inside) / (cosine + index * inside)) ** 2,
    ((index * cosine - inside) / (index * cosine + inside)) ** 2,
  ].map((edge) => {
    const through = (along * (1 - edge) ** 2) / (1 - (edge * along) ** 2);
    return { through, reflected: edge * (1 + along * through) };
  });
};

/** Combines panes, from the side of the light: each gap holds the light that is reflected between its neighbours. */
const combine = (panes: readonly { through: number; reflected: number }[]): Optics => {
  const behind = [0];
  for (const { through, reflected } of panes.toReversed()) {
    const next = behind[0]!;
    behind.unshift(reflected + (through * through * next) / (1 - reflected * next));
  }
  let light = 1;
  const absorbed = panes.map(({ through, reflected }, place) => {
    const rest = behind[place + 1]!;
    const onward = (light * through) / (1 - reflected * rest);
    const own = 1 - through - reflected;
    const taken = own * (light + onward * rest);
    light = onward;
    return taken;
  });
  return { through: light, absorbed, reflected: behind[0]! };
};

const mix = (parts: readonly { optics: Optics; weight: number }[]): Optics => {
  const sum = (pick: (optics: Optics) => number) =>
    parts.reduce((total, { optics, weight }) => total + weight * pick(optics), 0);
  return {
    through: sum(({ through }) => through),
    absorbed: parts[0]!.optics.absorbed.map((_, place) => sum(({ absorbed }) => absorbed[place]!)),
    reflected: sum(({ reflected }) => reflected),
  };
};

const opticsAt = (panes: readonly Pane[], cosine: number): Optics => {
  if (cosine <= 0) return { through: 0, absorbed: panes.map(() => 0), reflected: 1 };
  const passed = panes.map((pane) => passPane(pane, cosine));
  return mix([0, 1].map((way) => ({ optics: combine(passed.map((pane) => pane[way]!)), weight: 0.5 })));
};

/** Returns the optics for light from the whole hemisphere, weighted by the cosine. */
const diffuseOptics = (panes: readonly Pane[]): Optics => {
  const rounds = 90;
  return mix(
    Array.from({ length: rounds }, (_, round) => {
      const cosine = (round + 0.5) / rounds;
      return { optics: opticsAt(panes, cosine), weight: (2 * cosine) / rounds };
    }),
  );
};

/** Returns a gap between two panes (EN 673:2011, clause 5.3). */
const toGap = ({ gap = 0.012, gas = 'air' }: Glazing, outer: Pane, inner: Pane): Gap => {
  const { conductivity, growth, density, viscosity, heat } = GASES[gas];
  const grashof = (9.81 * gap ** 3 * RATED.difference * density ** 2) / (RATED.mean * viscosity ** 2);
  const nusselt = Math.max(1, 0.035 * (grashof * ((viscosity * heat) / conductivity)) ** 0.38);
  return {
    exchange: 1 / (1 / outer.emissivity + 1 / (inner.coating ?? inner.emissivity) - 1),
    gas: (conductivity * nusselt) / gap,
    growth: (growth * nusselt) / gap,
    glass: (outer.thickness / outer.conductivity + inner.thickness / inner.conductivity) / 2,
  };
};

/** Returns the conductance of a gap in W/m²K between the middles of its panes, at their mean temperature in K. */
export const conductGap = ({ exchange, gas, growth, glass }: Gap, mean: number): number =>
  1 /
  (1 / (4 * STEFAN_BOLTZMANN * mean * mean * mean * exchange + gas + growth * (mean - RATED.mean)) + glass);

/** Creates the model of a window: one node for each pane, and its optics by angle. */
export function createGlassModel(glazing: Glazing): GlassModel {
  const { panes } = glazing;
  const gaps = panes.slice(1).map((inner, place) => toGap(glazing, panes[place]!, inner));
  const table = Array.from({ length: ANGLES + 1 }, (_, step) => opticsAt(panes, step / ANGLES));
  return {
    chain: {
      capacities: panes.map(({ thickness }) => thickness * GLASS.density * GLASS.heat),
      conductances: gaps.map((gap) => conductGap(gap, RATED.mean)),
    },
    gaps,
    emissivity: panes[0]!.emissivity,
    through: Float64Array.from(table, ({ through }) => through),
    absorbed: panes.map((_, place) => Float64Array.from(table, ({ absorbed }) => absorbed[place]!)),
    diffuse: diffuseOptics(panes),
    kept: diffuseOptics(panes.toReversed()).reflected,
  };
}

/** Returns the value of a table over the cosine of incidence. */
export function readAngle(table: Float64Array, cosine: number): number {
  const place = Math.min(1, cosine) * ANGLES;
  const index = Math.min(ANGLES - 1, place | 0);
  const low = table[index]!;
  return low + (table[index + 1]! - low) * (place - index);
}
