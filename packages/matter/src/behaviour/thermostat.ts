import type { ActionContext, Observable } from '@matter/main';
import { ThermostatServer } from '@matter/main/behaviors/thermostat';
import type { Thermostat } from '@matter/main/clusters/thermostat';
import { hasRemoteActor } from '@matter/main/protocol';
import { Status } from '@matter/main/types';
import { noteWritten, perform, refused } from './controls.ts';
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
const automaticWithPresets = ThermostatServer.with('Heating', 'Cooling', 'AutoMode', 'Presets');
const coolOnlyWithPresets = ThermostatServer.with('Cooling', 'Presets');

type AnyBase =
  | typeof heatAndCool
  | typeof automatic
  | typeof coolOnly
  | typeof automaticWithPresets
  | typeof coolOnlyWithPresets;
type Values = Readonly<Record<string, unknown>>;

/** Members that every thermostat of matter.js has, but that its types declare only for some features. */
interface AnyThermostat {
  readonly state: Record<string, unknown>;
  readonly events: Readonly<Record<string, Observable<[unknown, unknown, ActionContext]>>>;
  /** Checks that the preset exists, and sets it as the active one. */
  readonly handleSetActivePresetRequest: (request: Thermostat.SetActivePresetRequest) => void;
  readonly internal: { controlSequenceOfOperation: Thermostat.ControlSequenceOfOperation };
}

const membersOf = (thermostat: object) => thermostat as AnyThermostat;

/**
 * Adapts a thermostat to a house with one setpoint and one unit: the heating and the cooling setpoint are equal, and
 * `controlSequenceOfOperation` reflects what the unit can do at present, so that matter.js refuses other modes.
 */
const withOneSetpoint = <B extends AnyBase>(Base: B): B => {
  class OneSetpoint extends (Base as typeof heatAndCool) {
    override async initialize() {
      await super.initialize();
      const { events } = membersOf(this);
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
      const { internal, state } = membersOf(this);
      if (sequence !== undefined) {
        internal.controlSequenceOfOperation = sequence as Thermostat.ControlSequenceOfOperation;
        state.controlSequenceOfOperation = sequence;
      }
      Object.assign(state, values);
    }
  }
  // The subclass has the members of its base, which TypeScript does not conclude for a type parameter.
  return OneSetpoint as unknown as B;
};

type Handle = Uint8Array | null;

/** The handle that an endpoint shows, because matter.js clears the handle when a setpoint changes. */
const shownHandles = new WeakMap<object, Handle>();

/**
 * Adds the favourites of a house as presets: a controller chooses one, which the house then starts with all its rooms. A
 * controller cannot change the list, because favourites are set up in the house.
 */
const withFavourites = <B extends typeof automaticWithPresets | typeof coolOnlyWithPresets>(Base: B): B => {
  class Favourites extends (Base as typeof automaticWithPresets) {
    override async initialize() {
      await super.initialize();
      const { events } = membersOf(this);
      for (const setpoint of ['occupiedHeatingSetpoint', 'occupiedCoolingSetpoint'])
        this.maybeReactTo(events[`${setpoint}$Changing`], this.#keepHandle);
    }

    #keepHandle(_: unknown, __: unknown, context: ActionContext) {
      const handle = shownHandles.get(this.endpoint);
      if (handle !== undefined && !hasRemoteActor(context)) this.state.activePresetHandle = handle;
    }

    /** Starts the favourite, which sets the setpoints of all rooms. The default of matter.js sets only those of the unit. */
    override async setActivePresetRequest(request: Thermostat.SetActivePresetRequest) {
      const { presetHandle: value } = request;
      membersOf(this).handleSetActivePresetRequest(request);
      await perform(this.endpoint, { what: 'thermostat.activePresetHandle', value });
      noteWritten(this.endpoint);
    }

    /** Refuses to begin, and so also to commit, a change of the list of presets. */
    override async atomicRequest({
      attributeRequests,
    }: Thermostat.AtomicRequest): Promise<Thermostat.AtomicResponse> {
      const statusCode = Status.UnsupportedWrite;
      return {
        statusCode: Status.Failure,
        attributeStatus: attributeRequests.map((attributeId) => ({ attributeId, statusCode })),
      };
    }

    /** Sets the current values. The attribute `presets` stores no value: matter.js reads `persistedPresets`. */
    show({ presets, activePresetHandle, ...values }: Values) {
      const { state } = membersOf(this);
      if (activePresetHandle !== undefined) {
        shownHandles.set(this.endpoint, activePresetHandle as Handle);
        state.activePresetHandle = activePresetHandle;
      }
      if (presets !== undefined) state.persistedPresets = presets;
      // The class below, whose type does not show it.
      const below = Base.prototype as unknown as { show: (values: Values) => void };
      below.show.call(this, values);
    }
  }
  // As above: the subclass has the members of its base.
  return Favourites as unknown as B;
};

const attributes = ['occupiedHeatingSetpoint', 'occupiedCoolingSetpoint', 'systemMode'];

/** The thermostat of a zone: it heats or cools as the unit does, and cannot choose between them. */
export const ZoneThermostat = withRequests(withOneSetpoint(heatAndCool), attributes);

/** The thermostat of a unit that heats, cools, or chooses automatically. */
export const UnitThermostat = withRequests(withOneSetpoint(automatic), attributes);

/** The thermostat of a unit whose house has favourites. */
export const PresetUnitThermostat = withRequests(
  withFavourites(withOneSetpoint(automaticWithPresets)),
  attributes,
);

/** The thermostat of a unit that only cools and whose house has favourites. */
export const PresetCoolerThermostat = withRequests(
  withFavourites(withOneSetpoint(coolOnlyWithPresets)),
  attributes.slice(1),
);

/** The thermostat of a unit that only cools. */
export const CoolerThermostat = withRequests(withOneSetpoint(coolOnly), attributes.slice(1));
