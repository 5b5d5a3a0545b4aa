import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { FailureSchema } from '@plenum/contracts/grpc';
import { grpcStatuses } from '@plenum/protocol/cloud';
import type { Failure } from '../../fleet/controls/failure.ts';

const codes: Readonly<Record<(typeof grpcStatuses)[keyof typeof grpcStatuses], Code>> = {
  INVALID_ARGUMENT: Code.InvalidArgument,
  UNAUTHENTICATED: Code.Unauthenticated,
  PERMISSION_DENIED: Code.PermissionDenied,
  RESOURCE_EXHAUSTED: Code.ResourceExhausted,
  INTERNAL: Code.Internal,
  FAILED_PRECONDITION: Code.FailedPrecondition,
  UNAVAILABLE: Code.Unavailable,
};

const codeOf = (status: number): Code =>
  Object.hasOwn(grpcStatuses, status)
    ? codes[grpcStatuses[status as keyof typeof grpcStatuses]]
    : Code.Internal;

/**
 * Converts a failure to a gRPC error. The message is the sentence of the failure, and the details contain the result
 * message of interface 7.
 */
export function toConnectError(requestId: string, failure: Failure): ConnectError {
  const { status, result, detail, retryAfter } = failure;
  const about = { desc: FailureSchema, value: create(FailureSchema, { requestId, result, detail }) };
  const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
  return new ConnectError(detail, codeOf(status), headers, [about]);
}

/** Ends the streams when the node stops, so that clients connect to another node. */
export const stopping = new ConnectError('This node is stopping; connect again.', Code.Unavailable);
