import type { Endpoint } from '@matter/main';
import { Status, StatusResponseError } from '@matter/main/types';

/** What a controller does to an endpoint. */
export interface Act {
  /** An attribute that it changed (`thermostat.systemMode`) or a command (`valveConfigurationAndControl.open`). */
  readonly what: string;
  /** The new value, or what came with the command. */
  readonly value?: unknown;
  /** All attributes of the cluster as they would be. */
  readonly state?: Readonly<Record<string, unknown>>;
}

/** Who answers for an endpoint. */
export interface Control {
  /** Performs an act: resolves once the house did it, and rejects with a status where it was refused. */
  readonly perform: (act: Act) => Promise<void>;
  /** Called when the endpoint shows what a controller wrote, which may differ from what the house made of it. */
  readonly onWritten: () => void;
}

const controls = new WeakMap<Endpoint, Control>();

/** Says who answers for an endpoint. */
export const setControl = (endpoint: Endpoint, control: Control): void =>
  void controls.set(endpoint, control);

/** Performs what a controller does to an endpoint. */
export const perform = async (endpoint: Endpoint, act: Act): Promise<void> =>
  controls.get(endpoint)?.perform(act);

/** Says that an endpoint shows what a controller wrote. */
export const noteWritten = (endpoint: Endpoint): void => controls.get(endpoint)?.onWritten();

/** A refusal as a controller gets it; the sentence stays in the log. */
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

/** The status of a refusal; what the house cannot do now is `InvalidInState`. */
export const statusOf = (code: string): Status => statuses[code] ?? Status.InvalidInState;
