import type { ActionContext } from '@matter/main';
import { ThermostatServer } from '@matter/main/behaviors/thermostat';
import type { Thermostat } from '@matter/main/clusters/thermostat';
import { hasRemoteActor } from '@matter/main/protocol';
import { Status } from '@matter/main/types';
import { refused } from './controls.ts';
import { wishing } from './wishing.ts';

/** What a controller may not change: the economy limits of the house. */
const limits = [
  'minHeatSetpointLimit',
  'maxHeatSetpointLimit',
  'minCoolSetpointLimit',
  'maxCoolSetpointLimit',
];
/** What matter.js keeps of a thermostat and does not declare. */
interface WithCopy {
  readonly internal: { controlSequenceOfOperation: Thermostat.ControlSequenceOfOperation };
}

const setpoints = ['occupiedHeatingSetpoint', 'occupiedCoolingSetpoint'] as const;

/**
 * A thermostat of a house with one setpoint and one unit: both setpoints of Matter are the same, and
 * `controlSequenceOfOperation` follows what the unit can do now, so that a controller is refused the other.
 */
class OneSetpoint extends ThermostatServer.with('Heating', 'Cooling') {
  override async initialize() {
    await super.initialize();
    const events = this.events as unknown as Record<string, (typeof this.events)['systemMode$Changing']>;
    for (const limit of limits) this.maybeReactTo(events[`${limit}$Changing`], this.#refuse);
    this.reactTo(this.events.occupiedHeatingSetpoint$Changing, this.#mirrorHeating);
    this.reactTo(this.events.occupiedCoolingSetpoint$Changing, this.#mirrorCooling);
  }

  #refuse(_: number, __: number, context: ActionContext) {
    if (hasRemoteActor(context))
      throw refused('The limits of a setpoint are those of the house.', Status.UnsupportedWrite);
  }

  #mirrorHeating(value: number) {
    if (this.state.occupiedCoolingSetpoint !== value) this.state.occupiedCoolingSetpoint = value;
  }

  #mirrorCooling(value: number) {
    if (this.state.occupiedHeatingSetpoint !== value) this.state.occupiedHeatingSetpoint = value;
  }

  /** Shows what is so. matter.js takes back a new sequence that its own copy does not have. */
  show({ controlSequenceOfOperation: sequence, ...values }: Partial<OneSetpoint['state']>) {
    if (sequence !== undefined) {
      (this as unknown as WithCopy).internal.controlSequenceOfOperation = sequence;
      this.state.controlSequenceOfOperation = sequence;
    }
    Object.assign(this.state, values);
  }
}

/** The thermostat of a zone: it heats or cools as the unit does, and never chooses. */
export const ZoneThermostat = wishing(OneSetpoint, [...setpoints, 'systemMode']);
