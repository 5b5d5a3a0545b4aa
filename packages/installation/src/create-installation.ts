import { advanceState } from './advance.ts';
import { applyCommand } from './apply.ts';
import { createState } from './create-state.ts';
import type { HouseFile } from './house/house.ts';
import type { Installation } from './installation.ts';
import { intervene } from './intervention/intervene.ts';
import { standingOf, weatherOf } from './intervention/standing.ts';
import { createSurroundings } from './surroundings.ts';

/** Makes the installation of a house file; `weatherCsv` is the text of the weather file it names, where it names one. */
export const createInstallation = (house: HouseFile, weatherCsv?: string): Installation => {
  const surroundings = createSurroundings(house, weatherCsv);
  return {
    initial: (at) => createState(surroundings, at),
    apply: (state, command) => applyCommand(state, command, { house, at: state.at }),
    intervene: (state, intervention) => intervene(surroundings, state, intervention),
    weather: (state) => weatherOf(surroundings, state),
    standing: (state) => standingOf(surroundings, state),
    advance: (state, until) => advanceState(surroundings, state, until),
  };
};
