import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { UnitPlant } from '../../model/state.ts';

const { vent } = enumerations.sysMode.values;
const { auto: autoFan } = enumerations.sysFan.values;

type Unit = DatagramOf<'unit'>;

const minute = 60_000;
/** The highest speed. Low, medium and high are 1, 2 and 3. */
const FASTEST = 3;

/** True if fan auto follows air quality: in vent mode, if humidity, VOCs or CO2 are controlled. */
export const isVentilating = ({ SysMode, SysFan, Ventilation }: Unit): boolean =>
  SysMode === vent &&
  SysFan === autoFan &&
  (Ventilation.UseRhControl === 1 || Ventilation.UseVcosControl === 1 || Ventilation.UseEco2Control === 1);

/** True if any controlled reading is above its setpoint. */
const isStale = ({ InRh, InTVOC, IneCO2, Ventilation }: Unit): boolean => {
  const { UseRhControl, RhSetpoint, UseVcosControl, VocsSetpoint, UseEco2Control, Eco2Setpoint } =
    Ventilation;
  return (
    (UseRhControl === 1 && InRh > RhSetpoint) ||
    (UseVcosControl === 1 && InTVOC > VocsSetpoint) ||
    (UseEco2Control === 1 && IneCO2 > Eco2Setpoint)
  );
};

/**
 * Changes the ventilation speed at a time (ms UTC): one step up while the air is worse than its setpoints, one step
 * down while it is not, and at most one step per `FanStageDelay` minutes (interface 2.2, Ventilation).
 */
export function moveVentilation(unit: Unit, plant: UnitPlant, at: number): void {
  if (unit.SysOn === 0 || !isVentilating(unit)) {
    plant.ventStage = 0;
    plant.ventSince = 0;
    return;
  }
  if (at - plant.ventSince < unit.Ventilation.FanStageDelay * minute) return;
  const stage = isStale(unit) ? Math.min(FASTEST, plant.ventStage + 1) : Math.max(0, plant.ventStage - 1);
  if (stage === plant.ventStage) return;
  plant.ventStage = stage;
  plant.ventSince = at;
}
