// Plain JavaScript that old releases understand: it runs on the releases that it refuses.

/** The oldest release of each line of Node without known faults that the answer to a request can reach (CVE-2026-111497). */
export const nodeFloors = ['22.23.4', '24.22.1', '26.12.1'];

/** The oldest Node that runs all of Plenum. */
export const nodeOfPlenum = nodeFloors[nodeFloors.length - 1];

const partsOf = (version) => version.split('.').map(Number);

/** True if a version is as new as another. False for what is not a version. */
const isFrom = (version, least) => {
  const parts = partsOf(version);
  const leastParts = partsOf(least);
  const differs = [0, 1, 2].find((n) => parts[n] !== leastParts[n]);
  return differs === undefined || parts[differs] > leastParts[differs];
};

/** True if a release of Node, such as `24.21.0`, has known faults: it is older than the floor of its line, or its line has none. */
export const isBelowFloor = (version) => {
  const [major] = partsOf(version);
  const floor = nodeFloors.find((one) => partsOf(one)[0] === major);
  return !isFrom(version, floor === undefined ? nodeOfPlenum : floor);
};

/** Says what is wrong with running Plenum on a release of Node, and what to do; undefined if nothing is. */
export const nodeProblem = (version) => {
  if (isFrom(version, nodeOfPlenum)) return undefined;
  const faults = isBelowFloor(version) ? ', which has known security faults' : '';
  return `This is Node ${version}${faults}. Plenum needs Node ${nodeOfPlenum} or later: in a checkout on Linux x64 "npx plenum" brings it, elsewhere install it from https://nodejs.org.`;
};
