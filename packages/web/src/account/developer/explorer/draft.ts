import type { CloudRequestType } from '@plenum/protocol/cloud';
import { type CommandName, catalogue } from '@plenum/protocol/command';
import { useState } from 'react';
import { currentValues, toBody } from '../../../definition/form-values.ts';
import { type DiscoveredComponent, indexOf, toTargets } from './choices.ts';
import { type ExplorerRequest, type Request, toRequest } from './request.ts';

export interface Draft {
  readonly requestType: CloudRequestType;
  readonly name: CommandName;
  /** The component that a command is sent to. */
  readonly component: DiscoveredComponent;
  /** The component that a Query request reads. */
  readonly queried: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly operation: ExplorerRequest;
  readonly request: Request;
  setRequestType(type: CloudRequestType): void;
  setName(name: CommandName): void;
  setComponentId(componentId: string): void;
  setQueried(componentId: string): void;
  setValue(key: string, value: unknown): void;
  /** Returns the request to send, with an unused id. */
  nextRequest(): Request;
}

interface State {
  readonly requestType: CloudRequestType;
  readonly name: CommandName;
  readonly componentId?: string;
  readonly queried?: string;
  /** The values that the user has changed. */
  readonly changed: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  /** True if the request was sent; the next request needs another id. */
  readonly isSent: boolean;
}

const toFirst = (): State => ({
  requestType: 'Discover',
  name: 'ZoneSetpoint',
  changed: {},
  requestId: crypto.randomUUID(),
  isSent: false,
});

const withNewId = (state: State): State =>
  state.isSent ? { ...state, requestId: crypto.randomUUID(), isSent: false } : state;

/** A placeholder for the component of a Query until the actual components are loaded. */
const madeUp = '000000000_hvac_systemsettings_0';

export function useDraft(components: readonly DiscoveredComponent[]): Draft {
  const [state, setState] = useState(toFirst);
  const change = (of: Partial<State>) => setState((now) => ({ ...withNewId(now), ...of }));
  const { requestType, name, changed, requestId } = state;
  const offers = toTargets(name, components);
  const component = offers.find(({ componentId }) => componentId === state.componentId) ?? offers[0]!;
  const queried = state.queried ?? components[0]?.componentId ?? madeUp;
  const command = catalogue.get(name)!;
  const values = { ...currentValues(command, component.datagram), ...changed };
  const body = toBody(command, indexOf(component.componentId), values);
  const operations: Readonly<Record<CloudRequestType, ExplorerRequest>> = {
    Discover: { requestType: 'Discover' },
    Query: { requestType: 'Query', componentId: queried },
    Control: { requestType: 'Control', componentId: component.componentId, name, body },
  };
  const operation = operations[requestType];
  return {
    requestType,
    name,
    component,
    queried,
    values,
    body,
    operation,
    request: toRequest(operation, requestId),
    setRequestType: (type) => change({ requestType: type }),
    setName: (chosen) => change({ name: chosen, changed: {} }),
    setComponentId: (componentId) => change({ componentId, changed: {} }),
    setQueried: (componentId) => change({ queried: componentId }),
    setValue: (key, value) => change({ changed: { ...changed, [key]: value } }),
    nextRequest: () => {
      const next = withNewId(state);
      setState({ ...next, isSent: true });
      return toRequest(operation, next.requestId);
    },
  };
}
