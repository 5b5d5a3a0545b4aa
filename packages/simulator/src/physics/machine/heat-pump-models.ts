import { DUCTED_MAP, MINI_SPLIT_MAP, type PerformanceMap } from './performance-maps.ts';

/**
 * A heat pump as plain data. `cooling` and `heating` are its capacities in W at T1 (35 °C outdoors, return air of 27 °C and
 * 19 °C wet bulb) and H1 (7 °C outdoors, 20 °C), net of the heat of the indoor fan, and `coolingInput` and `heatingInput`
 * its whole electric power there, with that fan (ISO 13253, ISO 5151, ISO 15042). airflow m³/s and fan W at full speed;
 * bypass 0..1 share of the air that then misses the coil; standby W at all times; crankcase W of the heater that keeps a
 * compressor warm which stands in the cold; defrostBelow: the °C outdoors below which frost forms.
 */
export type HeatPump = {
  readonly cooling: number;
  readonly heating: number;
  readonly coolingInput: number;
  readonly heatingInput: number;
  readonly airflow: number;
  readonly fan: number;
  readonly bypass: number;
  readonly standby: number;
  readonly crankcase: number;
  readonly defrostBelow: number;
  /** Lowest share of the current capacity at which the compressor runs without stopping (1: fixed speed). */
  readonly least: { readonly cool: number; readonly heat: number };
  readonly map: PerformanceMap;
};

export type HeatPumpKind = 'ducted' | 'split' | 'vrf';

/** The known values of a heat pump, in SI units. All but its cooling capacity have defaults. */
export type Nameplate = {
  readonly cooling: number;
  readonly heating?: number | undefined;
  readonly coolingInput?: number | undefined;
  readonly heatingInput?: number | undefined;
  readonly airflow?: number | undefined;
  readonly fan?: number | undefined;
  readonly standby?: number | undefined;
  readonly crankcase?: number | undefined;
  readonly defrostBelow?: number | undefined;
  readonly least?: number | undefined;
  readonly cycling?: number | undefined;
};

/** Typical proportions: heating per cooling, airflow in m³/s per W, fan W per m³/s, bypass at that airflow. */
type Model = Pick<HeatPump, 'bypass' | 'standby' | 'crankcase' | 'map'> & {
  readonly heatingRatio: number;
  readonly flowRatio: number;
  readonly fanRatio: number;
  /** Lowest efficiency that may be sold, by the W of cooling below which it applies. */
  readonly efficiencies: readonly (readonly [below: number, efficiency: number])[];
};

/**
 * Defaults of each kind. Efficiencies: the minima of Australia and New Zealand (Greenhouse and Energy Minimum Standards (Air
 * Conditioners up to 65kW) Determination 2019, schedule 1), for cooling and for heating. Airflow, crankcase heat and the
 * fans of splits and fan-coils: NREL ResStock, whose 411 and 369 cfm per ton, 50 W, 0.07 and 0.14 W per cfm these are. Fan
 * of a ducted unit: 365 W per 1,000 cfm (ANSI/AHRI 210/240-2008). The bypass is that of a sensible heat ratio of 0.73 at
 * T1 (the default of OpenStudio-HPXML), which a test checks.
 */
const MODELS: { readonly [kind in HeatPumpKind]: Model } = {
  ducted: {
    heatingRatio: 16 / 14,
    flowRatio: 5.515e-5,
    fanRatio: 773,
    bypass: 0.275,
    standby: 15,
    crankcase: 50,
    map: DUCTED_MAP,
    efficiencies: [
      [39_000, 3.1],
      [Infinity, 2.9],
    ],
  },
  split: {
    heatingRatio: 4 / 3.5,
    flowRatio: 4.948e-5,
    fanRatio: 148,
    bypass: 0.242,
    standby: 3,
    crankcase: 0,
    map: MINI_SPLIT_MAP,
    efficiencies: [
      [4000, 3.66],
      [10_000, 3.22],
      [39_000, 3.1],
      [Infinity, 2.9],
    ],
  },
  vrf: {
    heatingRatio: 4 / 3.6,
    flowRatio: 5.515e-5,
    fanRatio: 297,
    bypass: 0.309,
    standby: 8,
    crankcase: 0,
    map: MINI_SPLIT_MAP,
    efficiencies: [
      [39_000, 3.1],
      [Infinity, 2.9],
    ],
  },
};

/** Temperature outdoors in °C below which a heat pump defrosts: 40 °F (NREL ResStock). */
const DEFROST_BELOW = (40 - 32) / 1.8;
/** Largest share of the rated input that a fan takes if the file gives an unusual airflow but no fan. */
const MOST_FAN = 0.3;

/** Creates a heat pump of a kind from what is known of it. */
export function createHeatPump(kind: HeatPumpKind, plate: Nameplate): HeatPump {
  const { heatingRatio, flowRatio, fanRatio, bypass, efficiencies, map, ...model } = MODELS[kind];
  const { cooling, heating = cooling * heatingRatio } = plate;
  const efficiency = efficiencies.find(([below]) => cooling < below)![1];
  const { coolingInput = cooling / efficiency, heatingInput = heating / efficiency } = plate;
  const { airflow = cooling * flowRatio, standby = model.standby, crankcase = model.crankcase } = plate;
  const { fan = Math.min(fanRatio * airflow, MOST_FAN * Math.min(coolingInput, heatingInput)) } = plate;
  const withCycling = <Mode extends 'cool' | 'heat'>(mode: Mode) => ({
    ...map[mode],
    cycling: plate.cycling ?? map[mode].cycling,
  });
  return {
    cooling,
    heating,
    coolingInput,
    heatingInput,
    airflow,
    fan,
    bypass: bypass ** ((cooling * flowRatio) / airflow),
    standby,
    crankcase,
    defrostBelow: plate.defrostBelow ?? DEFROST_BELOW,
    least: {
      cool: plate.least ?? map.cool.partLoad[0]![0],
      heat: plate.least ?? map.heat.partLoad[0]![0],
    },
    map: { cool: withCycling('cool'), heat: withCycling('heat') },
  };
}
