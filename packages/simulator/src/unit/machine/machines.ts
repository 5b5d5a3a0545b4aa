import { toHeatPump } from '../../house-schema/heat-pump.ts';
import { oncePerHouse } from '../../house-schema/house.ts';
import { EVAPORATIVE_COOLER, type EvaporativeCooler, type HeatPump } from '../../physics/index.ts';

/** The nameplate of the ducted unit, as a heat pump and as an evaporative cooler of the same airflow. */
interface Machines {
  readonly pump: HeatPump;
  readonly cooler: EvaporativeCooler;
}

/** Returns the machines of a house with a ducted unit. */
export const machinesOf = oncePerHouse((house): Machines => {
  const { unit } = house.ducted!;
  const pump = toHeatPump('ducted', unit);
  const { airflow } = pump;
  return {
    pump,
    cooler: {
      ...EVAPORATIVE_COOLER,
      airflow,
      fan: (EVAPORATIVE_COOLER.fan * airflow) / EVAPORATIVE_COOLER.airflow,
    },
  };
});
