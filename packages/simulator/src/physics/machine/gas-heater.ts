import { fanPower, fanWarming, STILL } from './fan.ts';
import type { HeatPumpDemand, HeatPumpOutput } from './heat-pump.ts';
import type { HeatPump } from './heat-pump-models.ts';

/** Temperature of the supply air in °C at which the limit switch opens. */
export const HOTTEST_SUPPLY = 65;
/** Electric power in W of gas valve, igniter and flue fan while the burner burns. */
const BURNING = 90;

/**
 * Runs a gas heater instead of a heat pump, on the same air and with the same fan. At a load of 0..1 its burner
 * delivers that share of the rated heating in any weather. Power is electric; gas is not metered.
 */
export function runGasHeater(unit: HeatPump, demand: HeatPumpDemand, output: HeatPumpOutput): void {
  const { air, airflow, temperature, load } = demand;
  output.temperature = temperature + 0;
  output.humidity = demand.humidity;
  output.capacity = unit.heating;
  output.sensible = 0;
  output.moisture = 0;
  output.coil = 0;
  output.fan = airflow > STILL ? fanPower(unit.fan, airflow / unit.airflow) : 0;
  output.power = unit.standby + output.fan;
  if (!(airflow > STILL)) return;
  const stream = air.volumeHeat * airflow;
  const burnt = Math.min(unit.heating * load, stream * Math.max(0, HOTTEST_SUPPLY - temperature));
  output.coil = burnt;
  if (burnt > 0) output.power += BURNING;
  output.temperature += burnt / stream + fanWarming(output.fan, stream);
  output.sensible = stream * (output.temperature - temperature);
}
