import { check } from '@plenum/protocol/check';
import { type Refusal, type Result, refuse, toSentence } from '@plenum/protocol/refusal';
import { type HouseFile, houseFile } from '../house-schema/house.ts';
import { findDuctedProblems } from './check-ducted.ts';
import { findLightingProblems } from './check-lighting.ts';
import { findSplitProblems, findVrfProblems } from './check-room-units.ts';
import { findRoomProblems } from './check-rooms.ts';
import { findIrrigationProblems, findPowerProblems } from './check-supplies.ts';
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
  findLightingProblems,
];

const findProblem = (house: HouseFile): Refusal | undefined => {
  for (const part of checks) {
    const { value, done } = part(house).next();
    if (!done) return value;
  }
  return undefined;
};

/**
 * Reads the text of a YAML file whose value `checkAll` checks. A problem is refused in one sentence with file, line and
 * column: `demo.yaml:14:9: rooms.2.area: 0 m² is below the minimum of 1 m².`
 */
export const readYaml = <T>(
  text: string,
  file: string,
  checkAll: (value: unknown) => Result<T>,
): Result<T> => {
  const read = readText(text);
  if (!read.ok) return refuse('wrong-file', { facts: { file, ...read.position, why: read.why } });
  const checked = checkAll(read.value);
  if (checked.ok) return checked;
  const { refusal } = checked;
  const key = refusal.code === 'unknown-key' ? String(refusal.input) : undefined;
  const position = read.locate(refusal.path, key);
  return refuse('wrong-file', { facts: { file, ...position, why: toSentence(refusal) } });
};

/**
 * Checks the content of a house file: each value by the definition in `house-schema/house.ts`, then values against each
 * other.
 */
export const checkHouse = (content: unknown): Result<HouseFile> => {
  const checked = check(houseFile, content);
  const refusal = checked.ok ? findProblem(checked.value) : undefined;
  return refusal === undefined ? checked : { ok: false, refusal };
};

/** Reads and checks the text of a house file, in YAML. */
export const readHouse = (text: string, file: string): Result<HouseFile> => readYaml(text, file, checkHouse);
