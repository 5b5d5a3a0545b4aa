import type { Emulated, Outdoors } from '@plenum/simulator';

/** A value of a test case: its name, its unit and its limits, which may be null. */
export interface Point {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** A house at a time of its test in s, and the weather at that time. */
export interface Reading {
  readonly time: number;
  readonly house: Emulated;
  readonly outdoors: Outdoors;
}

/** A value that the test measures. */
export interface Measurement extends Point {
  readonly read: (reading: Reading) => number;
}

/** A value that a forecast contains, computed for a time of the test in s. */
export interface ForecastPoint extends Pick<Point, 'name' | 'unit' | 'description'> {
  readonly at: (time: number) => number;
}

const zero = 273.15;

export const toKelvin = (celsius: number): number => celsius + zero;
export const toCelsius = (kelvin: number): number => kelvin - zero;
