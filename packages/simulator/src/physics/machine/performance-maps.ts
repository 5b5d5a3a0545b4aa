/**
 * Coefficients of a + bx + cx² + dy + ey² + fxy, in °F as published: x is the wet bulb of the return air while cooling and its
 * temperature while heating, y the temperature outdoors.
 */
type Curve = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Points of a line: the share of the current capacity, and the efficiency relative to that at full capacity. */
type PartLoad = readonly (readonly [share: number, gain: number])[];

/**
 * The performance of a kind of heat pump away from its rating point: capacity and input per capacity by temperatures,
 * and efficiency by speed. The first point of `partLoad` is the lowest speed of the compressor; below it the unit
 * cycles, and loses the share `cycling` of its efficiency as its share of time approaches 0.
 */
export type PerformanceMap = {
  readonly cool: ModeMap;
  readonly heat: ModeMap;
};

type ModeMap = {
  readonly capacity: Curve;
  readonly input: Curve;
  readonly partLoad: PartLoad;
  readonly cycling: number;
};

/**
 * A ducted heat pump with a variable-speed compressor: measured units of Carrier and Nordyne, as NREL's ResStock uses
 * them (`HPXMLtoOpenStudio/resources/hvac.rb`, four speeds). Temperatures act as at its nominal speed.
 */
export const DUCTED_MAP: PerformanceMap = {
  cool: {
    capacity: [
      1.8769221728395058, -0.04768641975308643, 0.0006885802469135801, 0.006643395061728395,
      1.4209876543209876e-5, -0.00024043209876543206,
    ],
    input: [
      -1.0411735802469133, 0.055261604938271605, -0.0004404320987654321, 0.0002154938271604939,
      0.00017484567901234564, -0.0002017901234567901,
    ],
    partLoad: [
      [0.36, 1.07],
      [0.51, 1.11],
      [0.67, 1.08],
      [1, 1],
    ],
    cycling: 0.25,
  },
  heat: {
    capacity: [0.697171186, -0.006189599, 0.0000337077, 0.014291981, 0.0000105633, -0.0000387956],
    input: [0.379003189, 0.014195012, 0.0000821046, -0.008894061, 0.000151519, -0.000210299],
    partLoad: [
      [0.33, 1.385],
      [0.56, 1.183],
      [1, 1],
    ],
    cycling: 0.24,
  },
};

/**
 * A ductless heat pump with a variable-speed compressor: laboratory tests of mini-splits (Winkler 2011,
 * NREL/TP-5500-52175), as NREL's BEopt and ResStock use them. Heating retains a quarter of its capacity at -20.6 °C.
 */
export const MINI_SPLIT_MAP: PerformanceMap = {
  cool: {
    capacity: [0.7531983499655835, 0.003618193903031667, 0, 0.006574385031351544, -6.87181191015432e-5, 0],
    input: [
      -0.06376924779982301, -0.0013360593470367282, 1.413060577993827e-5, 0.019433076486584752,
      -4.91395947154321e-5, -4.909341249475308e-5,
    ],
    partLoad: [
      [0.4, 1.613],
      [0.489, 1.577],
      [0.578, 1.481],
      [0.667, 1.365],
      [0.756, 1.251],
      [0.844, 1.148],
      [0.933, 1.058],
      [1, 1],
    ],
    cycling: 0.25,
  },
  heat: {
    capacity: [0.72604, -0.0057704, 0, 0.014423, 0, 0],
    input: [
      0.9999941697687026, 0.004684593830254383, 5.901286675833333e-5, -0.0028624467783091973,
      1.3041120194135802e-5, -0.00016172918478765433,
    ],
    partLoad: [
      [0.3, 1.697],
      [0.4, 1.422],
      [0.5, 1.239],
      [0.6, 1.143],
      [0.7, 1.084],
      [0.8, 1.046],
      [0.9, 1.02],
      [1, 1],
    ],
    cycling: 0.4,
  },
};

/** Returns the value of a curve at two temperatures in °C. */
export function evaluate(curve: Curve, inside: number, outside: number): number {
  const x = 1.8 * inside + 32;
  const y = 1.8 * outside + 32;
  return curve[0] + x * (curve[1] + curve[2] * x + curve[5] * y) + y * (curve[3] + curve[4] * y);
}

/** Returns the gain of efficiency at a share of the capacity; below the lowest speed, that of the lowest speed. */
export function findGain(points: PartLoad, share: number): number {
  const place = points.findIndex(([at]) => share <= at);
  if (place <= 0) return points.at(place)![1];
  const [before, gain] = points[place - 1]!;
  const [at, value] = points[place]!;
  return gain + ((value - gain) * (share - before)) / (at - before);
}
