import type { TriggerEvent } from '@plenum/protocol/cloud';
import type { SimulationStatus } from '@plenum/protocol/simulation';

/** A component as the cloud stored it. */
interface StoredComponent {
  readonly kind: string;
  readonly datagram: Readonly<Record<string, unknown>>;
}

/** The components of a simulated house, and its simulation. */
export interface SimulatedHouseState {
  readonly status: SimulationStatus;
  readonly components: readonly StoredComponent[];
}

/** A way to cause an event: a command, or an override of the simulation; and a sentence about what it does. */
export type Cause = { readonly done: string } & (
  | { readonly control: Readonly<Record<string, object>> }
  | { readonly override: Readonly<Record<string, unknown>>; readonly step?: number }
);

/** Seconds that pass for a change of temperature. */
const step = 900;

/** Seconds after which a sensor has reported its state. */
const report = 120;

const zonesOf = ({ components }: SimulatedHouseState) =>
  components
    .filter(({ kind }) => kind === 'zone')
    .map(({ datagram }) => datagram as { readonly Index: number; readonly Setpoint: number });

/** Returns the value of a fault of the simulation, among all or only of a zone; undefined if there is none. */
const faultOf = ({ status }: SimulatedHouseState, name: string, Zone?: number): unknown =>
  status.faults.find(
    (fault) => fault.name === name && (Zone === undefined || (fault.body as { Zone?: number }).Zone === Zone),
  );

const toWarmer = ({ Index, Setpoint }: { Index: number; Setpoint: number }): Cause => {
  const next = Setpoint >= 2_500 ? Setpoint - 50 : Setpoint + 50;
  return {
    control: { ZoneSetpoint: { Index, Setpoint: next } },
    done: `The setpoint of zone ${Index} is ${(next / 100).toFixed(1)} °C.`,
  };
};

const makers: Readonly<Record<TriggerEvent, (state: SimulatedHouseState) => readonly Cause[]>> = {
  temperature: () => [{ override: {}, step, done: `${step / 60} minutes passed in the house.` }],
  setpoint: (state) => zonesOf(state).map(toWarmer),
  fault: (state) =>
    faultOf(state, 'UnitFault') === undefined
      ? [{ override: { UnitFault: 'E05' }, done: 'The ducted unit has error E05.' }]
      : [{ override: { UnitFault: '' }, done: 'The ducted unit has no error.' }],
  sensor: (state) =>
    zonesOf(state).map(({ Index: Zone }) => {
      const On = faultOf(state, 'ZoneSensorFault', Zone) === undefined ? 1 : 0;
      return {
        override: { ZoneSensorFault: { Zone, On } },
        step: report,
        done: `The sensor of zone ${Zone} ${On ? 'fails' : 'works'}.`,
      };
    }),
  battery: (state) =>
    zonesOf(state).map(({ Index: Zone }) => {
      const Level = faultOf(state, 'ZoneSensorBattery', Zone) === undefined ? 2 : 0;
      return {
        override: { ZoneSensorBattery: { Zone, Level } },
        step: report,
        done: `The battery in the sensor of zone ${Zone} is ${Level ? 'empty' : 'full'}.`,
      };
    }),
  sync: ({ status }) => {
    const NoLighting = (status as { readonly NoLighting?: number }).NoLighting ? 0 : 1;
    return [
      {
        override: { NoLighting },
        done: NoLighting
          ? 'The components of the lighting are removed.'
          : 'The components of the lighting are added.',
      },
    ];
  },
  offline: () => [
    { override: { Offline: 1 }, done: 'The bridge is disconnected until `plenum trigger online`.' },
  ],
  online: () => [{ override: { Offline: 0 }, done: 'The bridge is connected.' }],
};

/** Returns the ways to cause an event in a house, each to be tried until one succeeds. */
export const toCauses = (event: TriggerEvent, state: SimulatedHouseState): readonly Cause[] =>
  makers[event](state);
