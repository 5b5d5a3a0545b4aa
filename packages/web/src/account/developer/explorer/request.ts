import type { CloudRequestType } from '@plenum/protocol/cloud';
import type { CommandName } from '@plenum/protocol/command';

/** A request to the cloud without its id. */
export type ExplorerRequest =
  | { readonly requestType: 'Discover' }
  | { readonly requestType: 'Query'; readonly componentId: string }
  | {
      readonly requestType: 'Control';
      readonly componentId: string;
      readonly name: CommandName;
      readonly body: unknown;
    };

/** A request in the format of interface 4.3. */
export interface Request {
  readonly requestId: string;
  readonly requestType: CloudRequestType;
  readonly componentId?: string;
  readonly requestBody?: object;
}

export function toRequest(operation: ExplorerRequest, requestId: string): Request {
  const { requestType } = operation;
  if (operation.requestType === 'Discover') return { requestId, requestType };
  const { componentId } = operation;
  if (operation.requestType === 'Query') return { requestId, requestType, componentId };
  return { requestId, requestType, componentId, requestBody: { [operation.name]: operation.body } };
}
