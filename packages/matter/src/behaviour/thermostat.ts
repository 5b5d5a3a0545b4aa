import type { ActionContext, Observable } from '@matter/main';
import { ThermostatServer } from '@matter/main/behaviors/thermostat';
import type { Thermostat } from '@matter/main/clusters/thermostat';
import { hasRemoteActor } from '@matter/main/protocol';
import { Status } from '@matter/main/types';
import { refused } from './controls.ts';
import { withRequests } from './with-requests.ts';

/** Attributes that controllers may not change, because they are the economy limits of the house. */
const limits = [
  'minHeatSetpointLimit',
  'maxHeatSetpointLimit',
  'minCoolSetpointLimit',
  'maxCoolSetpointLimit',
];

const heatAndCool = ThermostatServer.with('Heating', 'Cooling');
const automatic = ThermostatServer.with('Heating', 'Cooling', 'AutoMode');
const coolOnly = ThermostatServer.with('Cooling');

type Values = Readonly<Record<string, unknown>>;

/** Members that every thermostat of matter.js has, but that its types declare only for some features. */
interface AnyThermostat {
  readonly state: Record<string, unknown>;
  readonly events: Readonly<Record<string, Observable<[unknown, unknown, ActionContext]>>>;
  readonly internal: { controlSequenceOfOperation: Thermostat.ControlSequenceOfOperation };
}

/**
 * Adapts a thermostat to a house with one setpoint and one unit: the heating and the cooling setpoint are equal, and
 * `controlSequenceOfOperation` reflects what the unit can do at present, so that matter.js refuses other modes.
 */
const withOneSetpoint = <B extends typeof heatAndCool | typeof automatic | typeof coolOnly>(Base: B): B => {
  class OneSetpoint extends (Base as typeof heatAndCool) {
    override async initialize() {
      await super.initialize();
      const { events } = this as unknown as AnyThermostat;
      for (const limit of limits) this.maybeReactTo(events[`${limit}$Changing`], this.#refuse);
      const [heating, cooling] = ['occupiedHeatingSetpoint', 'occupiedCoolingSetpoint'] as const;
      if (events[`${heating}$Changing`] === undefined || events[`${cooling}$Changing`] === undefined) return;
      this.reactTo(this.events[`${heating}$Changing`], this.#mirrorHeating);
      this.reactTo(this.events[`${cooling}$Changing`], this.#mirrorCooling);
    }

    #refuse(_: unknown, __: unknown, context: ActionContext) {
      if (hasRemoteActor(context))
        throw refused(
          'The limits of a setpoint are set by the house and cannot be changed here.',
          Status.UnsupportedWrite,
        );
    }

    #mirrorHeating(value: number) {
      if (this.state.occupiedCoolingSetpoint !== value) this.state.occupiedCoolingSetpoint = value;
    }

    #mirrorCooling(value: number) {
      if (this.state.occupiedHeatingSetpoint !== value) this.state.occupiedHeatingSetpoint = value;
    }

    /** Sets the current values. matter.js would revert a new sequence that differs from its internal copy. */
    show({ controlSequenceOfOperation: sequence, ...values }: Values) {
      const { internal, state } = this as unknown as AnyThermostat;
      if (sequence !== undefined) {
        internal.controlSequenceOfOperation = sequence as Thermostat.ControlSequenceOfOperation;
        state.controlSequenceOfOperation = sequence;
      }
      Object.assign(state, values);
    }
  }
  return OneSetpoint as unknown as B;
};

const attributes = ['occupiedHeatingSetpoint', 'occupiedCoolingSetpoint', 'systemMode'];

/** The thermostat of a zone: it heats or cools as the unit does, and cannot choose between them. */
export const ZoneThermostat = withRequests(withOneSetpoint(heatAndCool), attributes);

/** The thermostat of a unit that heats, cools, or chooses automatically. */
export const UnitThermostat = withRequests(withOneSetpoint(automatic), attributes);

/** The thermostat of a unit that only cools. */
export const CoolerThermostat = withRequests(withOneSetpoint(coolOnly), attributes.slice(1));
