import type { Endpoint } from '@matter/main';
import { Status, StatusResponseError } from '@matter/main/types';

/** An action of a controller on an endpoint. */
export interface Act {
  /** The changed attribute (`thermostat.systemMode`) or the command (`valveConfigurationAndControl.open`). */
  readonly what: string;
  /** The new value, or the fields of the command. */
  readonly value?: unknown;
  /** All attributes of the cluster after the change. */
  readonly state?: Readonly<Record<string, unknown>>;
}

export interface Control {
  /**
   * Performs an action. Resolves once the house has executed it; rejects with a Matter status if the action was
   * refused.
   */
  readonly perform: (act: Act) => Promise<void>;
  /**
   * Called after a controller's value was committed to the endpoint; the value may differ from the resulting state of
   * the house.
   */
  readonly onWritten: () => void;
}

const controls = new WeakMap<Endpoint, Control>();

export const setControl = (endpoint: Endpoint, control: Control): void =>
  void controls.set(endpoint, control);

/** Performs an action of a controller on an endpoint. */
export const perform = async (endpoint: Endpoint, act: Act): Promise<void> =>
  controls.get(endpoint)?.perform(act);

/** Reports that a controller's value was committed to an endpoint. */
export const noteWritten = (endpoint: Endpoint): void => controls.get(endpoint)?.onWritten();

/** Creates the error for a refusal. The controller receives only its status; the sentence is logged. */
export const refused = (sentence: string, status: Status) => new StatusResponseError(sentence, status);

const statuses: Readonly<Record<string, Status>> = {
  unreachable: Status.Timeout,
  timeout: Status.Timeout,
  'busy-behind': Status.Busy,
  'too-many-controls': Status.Busy,
  'too-low': Status.ConstraintError,
  'too-high': Status.ConstraintError,
  'off-step': Status.ConstraintError,
  'not-a-choice': Status.ConstraintError,
  'wrong-type': Status.ConstraintError,
  'eco-lock': Status.ConstraintError,
  'read-only': Status.UnsupportedAccess,
  'unknown-path': Status.NotFound,
  internal: Status.Failure,
};

/** Returns the Matter status of a refusal; `InvalidInState` if the house cannot execute the request at present. */
export const statusOf = (code: string): Status => statuses[code] ?? Status.InvalidInState;
