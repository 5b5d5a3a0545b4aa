import { check } from '@plenum/protocol/check';
import { ok, type Refusal, type Result, refuse, toSentence } from '@plenum/protocol/refusal';
import { type HouseFile, houseFile } from '../house-schema/house.ts';
import { findDuctedProblems } from './check-ducted.ts';
import { findLightingProblems } from './check-lighting.ts';
import { findSplitProblems, findVrfProblems } from './check-room-units.ts';
import { findRoomProblems } from './check-rooms.ts';
import { findIrrigationProblems, findPowerProblems, findTestCaseProblems } from './check-supplies.ts';
import type { Problems } from './problem.ts';
import { readText } from './yaml.ts';

/** The checks of values against each other, in the order of a house file. */
const checks: readonly ((house: HouseFile) => Problems)[] = [
  findRoomProblems,
  findDuctedProblems,
  findSplitProblems,
  findVrfProblems,
  findIrrigationProblems,
  findPowerProblems,
  findTestCaseProblems,
  findLightingProblems,
];

const findProblem = (house: HouseFile): Refusal | undefined => {
  for (const part of checks) {
    const { value, done } = part(house).next();
    if (!done) return value;
  }
  return undefined;
};

/** The value of a YAML file, with the places in it. */
export interface OpenedYaml {
  readonly value: unknown;
  /** Adds file, line and column to a refusal: `demo.yaml:14:9: rooms.2.area: 0 m² is below the minimum of 1 m².` */
  place(refusal: Refusal): Refusal;
  /** Returns the line of the value at a path, counted from 1. */
  lineOf(path: readonly string[]): number;
}

const toPlaced = (facts: { file: string; line: number; column: number; why: string }): Refusal => ({
  code: 'wrong-file',
  path: [],
  input: undefined,
  facts,
});

/** Opens the text of a YAML file. */
export function openYaml(text: string, file: string): Result<OpenedYaml> {
  const read = readText(text);
  if (!read.ok) return refuse('wrong-file', { facts: { file, ...read.position, why: read.why } });
  return ok({
    value: read.value,
    place: (refusal) => {
      const key = refusal.code === 'unknown-key' ? String(refusal.input) : undefined;
      return toPlaced({ file, ...read.locate(refusal.path, key), why: toSentence(refusal) });
    },
    lineOf: (path) => read.locate(path).line,
  });
}

/** Reads the text of a YAML file whose value `checkAll` checks. The first problem is refused, with its place. */
export function readYaml<T>(text: string, file: string, checkAll: (value: unknown) => Result<T>): Result<T> {
  const opened = openYaml(text, file);
  if (!opened.ok) return opened;
  const checked = checkAll(opened.value.value);
  return checked.ok ? checked : { ok: false, refusal: opened.value.place(checked.refusal) };
}

/**
 * Checks the content of a house file: each value by the definition in `house-schema/house.ts`, then values against each
 * other.
 */
export function checkHouse(content: unknown): Result<HouseFile> {
  const checked = check(houseFile, content);
  const refusal = checked.ok ? findProblem(checked.value) : undefined;
  return refusal === undefined ? checked : { ok: false, refusal };
}

/** Reads and checks the text of a house file, in YAML. */
export const readHouse = (text: string, file: string): Result<HouseFile> => readYaml(text, file, checkHouse);
