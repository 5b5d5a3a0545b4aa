import { oncePerHouse } from '../../house-schema/house.ts';
import {
  EVAPORATIVE_COOLER,
  type EvaporativeCooler,
  HEAT_PUMPS,
  type HeatPump,
  scaleHeatPump,
} from '../../physics/index.ts';

/** The nameplate of the ducted unit, as a heat pump and as an evaporative cooler of the same airflow. */
interface Machines {
  readonly pump: HeatPump;
  readonly cooler: EvaporativeCooler;
}

/** Returns the machines of a house with a ducted unit. The file has capacities in kW and airflow in L/s. */
export const machinesOf = oncePerHouse((house): Machines => {
  const { cooling, heating, airflow: litres } = house.ducted!.unit;
  const scaled = scaleHeatPump(HEAT_PUMPS.ducted, cooling * 1000);
  const airflow = litres / 1000;
  return {
    pump: {
      ...scaled,
      heating: heating === undefined ? scaled.heating : heating * 1000,
      airflow,
      fan: (HEAT_PUMPS.ducted.fan * airflow) / HEAT_PUMPS.ducted.airflow,
    },
    cooler: {
      ...EVAPORATIVE_COOLER,
      airflow,
      fan: (EVAPORATIVE_COOLER.fan * airflow) / EVAPORATIVE_COOLER.airflow,
    },
  };
});
