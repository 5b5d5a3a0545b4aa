import { advanceState } from './advance.ts';
import { applyCommand } from './apply.ts';
import { createState } from './create-state.ts';
import type { HouseFile } from './house/house.ts';
import type { Installation } from './installation.ts';
import { applyOverride } from './override/apply.ts';
import { houseStatus, weatherStatus } from './override/status.ts';
import { createSurroundings } from './surroundings.ts';

/** Makes the installation of a house file; `weatherCsv` is the text of the weather file it names, where it names one. */
export const createInstallation = (house: HouseFile, weatherCsv?: string): Installation => {
  const surroundings = createSurroundings(house, weatherCsv);
  return {
    initial: (at) => createState(surroundings, at),
    apply: (state, command) => applyCommand(state, command, { house, at: state.at }),
    applyOverride: (state, override) => applyOverride(surroundings, state, override),
    weather: (state) => weatherStatus(surroundings, state),
    status: (state) => houseStatus(surroundings, state),
    advance: (state, until) => advanceState(surroundings, state, until),
  };
};
