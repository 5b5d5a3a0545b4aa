/**
 * A heat pump as plain data: the numbers of its nameplate, and their dependence on conditions. cooling W total at 35 °C
 * outdoors with return air of 27 °C and 19 °C wet bulb, heating W at 7 °C with 20 °C (the points T1 and H1 of ISO
 * 5151); eer and cop W/W there without the indoor fan; airflow m³/s and fan W at full speed; bypass 0..1 share of the
 * air that then misses the coil; least: the lowest share of capacity at which the compressor runs without stopping (1:
 * fixed speed); standby W.
 */
export type HeatPump = {
  readonly cooling: number;
  readonly heating: number;
  readonly eer: number;
  readonly cop: number;
  readonly airflow: number;
  readonly fan: number;
  readonly bypass: number;
  readonly minLoad: number;
  readonly standby: number;
};

/**
 * Typical nameplates of units on the market: a ducted unit, a wall split, and a VRF fan-coil with its share of the
 * outdoor unit.
 */
export const HEAT_PUMPS = {
  ducted: {
    cooling: 14_000,
    heating: 16_000,
    eer: 3.5,
    cop: 3.9,
    airflow: 0.85,
    fan: 550,
    bypass: 0.12,
    minLoad: 0.25,
    standby: 15,
  },
  split: {
    cooling: 3500,
    heating: 4000,
    eer: 4,
    cop: 4.3,
    airflow: 0.19,
    fan: 40,
    bypass: 0.15,
    minLoad: 0.2,
    standby: 3,
  },
  vrf: {
    cooling: 3600,
    heating: 4000,
    eer: 3.9,
    cop: 4.2,
    airflow: 0.2,
    fan: 60,
    bypass: 0.14,
    minLoad: 0.15,
    standby: 8,
  },
} as const satisfies { [kind: string]: HeatPump };

/** Returns a unit of the same make with another nominal cooling capacity in W. */
export function scaleHeatPump(model: HeatPump, cooling: number): HeatPump {
  const scale = cooling / model.cooling;
  return {
    ...model,
    cooling,
    heating: model.heating * scale,
    airflow: model.airflow * scale,
    fan: model.fan * scale,
  };
}
