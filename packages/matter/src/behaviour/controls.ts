import type { Endpoint } from '@matter/main';
import { Status, StatusResponseError } from '@matter/main/types';

/** An action of a controller on an endpoint. */
export interface Act {
  /** An attribute that it changed (`thermostat.systemMode`) or a command (`valveConfigurationAndControl.open`). */
  readonly what: string;
  /** The new value, or the fields of the command. */
  readonly value?: unknown;
  /** All attributes of the cluster as they would become. */
  readonly state?: Readonly<Record<string, unknown>>;
}

/** The handler of an endpoint. */
export interface Control {
  /** Performs an action; resolves once the house has executed it, and rejects with a status if it was refused. */
  readonly perform: (act: Act) => Promise<void>;
  /** Called when the endpoint shows what a controller wrote, which may differ from the resulting state of the house. */
  readonly onWritten: () => void;
}

const controls = new WeakMap<Endpoint, Control>();

/** Sets the handler of an endpoint. */
export const setControl = (endpoint: Endpoint, control: Control): void =>
  void controls.set(endpoint, control);

/** Performs an action of a controller on an endpoint. */
export const perform = async (endpoint: Endpoint, act: Act): Promise<void> =>
  controls.get(endpoint)?.perform(act);

/** Reports that an endpoint shows what a controller wrote. */
export const noteWritten = (endpoint: Endpoint): void => controls.get(endpoint)?.onWritten();

/** Creates the refusal that a controller gets; the sentence is only logged. */
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

/** Returns the status of a refusal; what the house cannot do at present is `InvalidInState`. */
export const statusOf = (code: string): Status => statuses[code] ?? Status.InvalidInState;
