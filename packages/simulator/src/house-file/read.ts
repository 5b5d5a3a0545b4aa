import { check } from '@plenum/protocol/check';
import { ok, type Refusal, type Result, refuse, toSentence } from '@plenum/protocol/refusal';
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
 * Reads the text of a house file, in YAML: checks each value by the definition in `house-schema/house.ts`, then values
 * against each other. The first problem is refused in one sentence with file, line and column: `demo.yaml:14:9:
 * rooms.2.area: 0 m² is below the minimum of 1 m².`
 */
export const readHouse = (text: string, file: string): Result<HouseFile> => {
  const read = readText(text);
  if (!read.ok) return refuse('wrong-file', { facts: { file, ...read.position, why: read.why } });
  const wrong = (refusal: Refusal) => {
    const key = refusal.code === 'unknown-key' ? String(refusal.input) : undefined;
    const position = read.locate(refusal.path, key);
    return refuse('wrong-file', { facts: { file, ...position, why: toSentence(refusal) } });
  };
  const checked = check(houseFile, read.value);
  if (!checked.ok) return wrong(checked.refusal);
  const problem = findProblem(checked.value);
  return problem === undefined ? ok(checked.value) : wrong(problem);
};
