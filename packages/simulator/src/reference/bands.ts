/** Lowest and highest value of a quantity that the programs of the standard calculate. */
export type Band = readonly [low: number, high: number];

/** The quantities of a case: MWh a year and kW, or °C. Peaks and temperatures are means of an hour. */
export type Quantity = 'heating' | 'cooling' | 'peakHeating' | 'peakCooling' | 'lowest' | 'highest' | 'mean';

/**
 * The bands of ANSI/ASHRAE Standard 140-2020 for each case, from public restatements (Modelica Buildings,
 * `ThermalZones/Detailed/Validation/BESTEST`; JasonGlazer/ashrae-140-automation).
 */
export const bands = {
  '600': {
    heating: [3.993, 4.504],
    cooling: [5.432, 6.162],
    peakHeating: [3.02, 3.359],
    peakCooling: [5.422, 6.481],
  },
  '620': { heating: [4.094, 4.719], cooling: [3.841, 4.404] },
  '640': {
    heating: [2.403, 2.682],
    cooling: [5.237, 5.893],
    peakHeating: [4.039, 4.658],
    peakCooling: [5.365, 6.429],
  },
  '900': {
    heating: [1.379, 1.814],
    cooling: [2.267, 2.714],
    peakHeating: [2.443, 2.778],
    peakCooling: [2.556, 3.376],
  },
  '940': { heating: [0.863, 1.389], cooling: [2.203, 2.613], peakHeating: [3.052, 3.882] },
  '960': {
    heating: [2.522, 2.86],
    cooling: [0.789, 0.95],
    peakHeating: [2.085, 2.3],
    peakCooling: [1.338, 1.48],
  },
  '600FF': { lowest: [-13.8, -9.9], highest: [62.4, 68.4], mean: [24.3, 26.1] },
  '650FF': { lowest: [-17.8, -16.7], highest: [61.1, 66.8], mean: [17.6, 18.9] },
  '680FF': { lowest: [-8.1, -5.7], highest: [69.8, 78.5], mean: [30.2, 33.3] },
  '900FF': { lowest: [0.6, 2.2], highest: [43.3, 46], mean: [24.5, 25.7] },
  '950FF': { lowest: [-13.4, -12.5], highest: [36.1, 37.1], mean: [14.3, 15] },
  '980FF': { lowest: [7.3, 12.5], highest: [48.5, 52.8], mean: [30.5, 33.3] },
} as const satisfies { [name: string]: { [quantity in Quantity]?: Band } };

export type CaseName = keyof typeof bands;
export const caseNames = Object.keys(bands) as CaseName[];
