import { burnsGas } from '../ducted/burner.ts';
import { mixReturnAir, openShare } from '../ducted/duct-air.ts';
import { ductsOf } from '../ducted/ducts.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import type { Air } from '../physics/index.ts';
import { type ControlError, readControlError } from './control-error.ts';
import { supplyAir } from './machine/air-handler.ts';
import { runEvaporative, toControlExcess } from './machine/evaporative.ts';
import { findFanSpeed } from './machine/fan-speed.ts';
import { isLimited } from './machine/gas-heat.ts';
import { runAtLoad } from './machine/held-load.ts';
import { compressorLoad, moveOutsideDamper } from './machine/i-save.ts';
import { runThermostat, stopMachine } from './machine/thermostat.ts';
import { moveVentilation } from './machine/ventilation.ts';
import { advanceTimers } from './timers.ts';

export { readUnitSensors } from './sensors.ts';

const HOUR = 3600;

/** Scratch: the return air and the control error of the current step. */
const returnAir: Air = { temperature: 0, humidity: 0, co2: 0 };
const controlError: ControlError = { excess: 0, balance: 0, setpoint: 0 };

/** Controls a heat pump, its fan and its outside-air damper. Returns the load of the compressor. */
const controlHeatPump = (draft: Draft, step: Step, open: number): number => {
  const plant = draft.plant.unit!;
  readControlError(draft, controlError);
  const unit = draft.datagrams.unit[0]!;
  const held = draft.plant.knobs.held?.load ?? undefined;
  if (unit.SysOn === 0 || plant.fault !== '' || open === 0) stopMachine(plant, step.from);
  else if (held !== undefined) runAtLoad(unit, plant, held, step);
  else runThermostat(unit, plant, controlError, step);
  moveVentilation(unit, plant, step.from);
  plant.fanSpeed =
    open === 0
      ? 0
      : findFanSpeed(unit, plant, { open, house: step.model.house, returned: returnAir.temperature });
  if (plant.running === 'heat' && burnsGas(unit) && isLimited(plant, step.from)) return 0;
  if (unit.iSaveEnable === 0 || held !== undefined) return plant.load;
  const { weather } = step.conditions;
  moveOutsideDamper(unit, plant, { weather, inside: returnAir, seconds: step.seconds });
  return compressorLoad(plant, controlError, weather);
};

/** Counts the hours during which the fan ran (AcRunH). */
const countRunning = (draft: Draft, seconds: number): void => {
  const plant = draft.plant.unit!;
  if (plant.fanSpeed > 0) plant.runSeconds += seconds;
  const AcRunH = Math.floor(plant.runSeconds / HOUR);
  const { AcRunH: shown = 0 } = draft.datagrams.unit[0]!;
  if (shown !== AcRunH) patch(draft, 'unit', 0, { AcRunH });
};

/**
 * Runs the ducted unit for one step, after `advanceZones` has moved the dampers and before the air moves: timers,
 * faults and the filter; thermostat and fan; then the supply air of each room (`step.conditions.supply`) and the
 * electric loads (`plant.loads`).
 */
export function advanceUnit(draft: Draft, step: Step): void {
  if (draft.datagrams.unit.length === 0) return;
  const { zones, unit: plant } = draft.plant;
  advanceTimers(draft, step);
  countRunning(draft, step.seconds);
  const ducts = ductsOf(step.model.house);
  const open = openShare(ducts.shares, zones);
  mixReturnAir(ducts, zones, step.climate, returnAir);
  if (plant!.evaporative === null) {
    supplyAir(draft, step, { ducts, open, inside: returnAir, load: controlHeatPump(draft, step, open) });
    return;
  }
  readControlError(draft, controlError);
  const unit = draft.datagrams.unit[0]!;
  const excess = toControlExcess(unit, controlError.excess);
  const balance = toControlExcess(unit, controlError.balance);
  runEvaporative(unit, plant!, { excess, balance, open, seconds: step.seconds });
  supplyAir(draft, step, { ducts, open, inside: returnAir, load: 0 });
}
