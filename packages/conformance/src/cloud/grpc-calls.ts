import { randomUUID } from 'node:crypto';
import { type CloudResult, cloudResults, grpcStatuses } from '@plenum/protocol/cloud';
import type { Json } from '../bridge/read/readings.ts';
import { type Finding, keptUnless, untested } from '../row.ts';
import { type CloudContext, control } from './context.ts';
import { otherSetpoint, type RunCheck, readDatagram, toSetpoint } from './judge.ts';

/** gRPC status codes (https://grpc.io/docs/guides/status-codes/). */
const numbers = {
  INVALID_ARGUMENT: 3,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const satisfies Record<(typeof grpcStatuses)[keyof typeof grpcStatuses], number>;

export const numberOf = (result: CloudResult): number =>
  numbers[grpcStatuses[cloudResults[result].status as keyof typeof grpcStatuses]];

export const ok = 0;

/** The status of methods of a service that does not exist. */
export const unimplemented = 12;

export const request = (accessToken: string, more: Json = {}): Json => ({
  accessToken,
  requestId: randomUUID(),
  ...more,
});

/** Resolves to the status and messages of a call when it ends. */
export async function call({ grpc }: CloudContext, method: string, message: Json) {
  using running = grpc(method, message);
  const end = await running.ended;
  return { ...end, answer: running.messages[0] };
}

/** True if a cloud has the service. The service is a decision of Plenum, so other clouds may lack it. */
export async function isServed(context: CloudContext): Promise<boolean> {
  const { status } = await call(context, 'Discover', {});
  return status !== undefined && status !== unimplemented;
}

/** Creates a check that runs only for a cloud with the service. */
export const whereServed =
  (run: RunCheck): RunCheck =>
  async (context) =>
    (await isServed(context)) ? run(context) : untested('The cloud does not have the service.');

/** Returns the differences between a response and the expected one. */
export function problemsOf(
  { status, sentence, answer }: Awaited<ReturnType<typeof call>>,
  { requestId }: Json,
): readonly string[] {
  if (status !== ok) return [`The status is ${status}: ${sentence}`];
  return answer?.requestId === requestId ? [] : ['The requestId is not that of the request.'];
}

export const idsOf = (components: unknown): readonly string[] =>
  (Array.isArray(components) ? components : []).map((each) => String((each as Json).componentId)).sort();

/** Returns the messages of a stream until it has sent every bridge, and the component ids in these messages. */
export async function watchAll(context: CloudContext, message: Json) {
  const wanted = new Set(idsOf(context.devices));
  using stream = context.grpc('Watch', message);
  const seen = () => stream.messages.flatMap(({ components }) => idsOf(components));
  await stream.next(() => [...wanted].every((id) => seen().includes(id)));
  return { messages: stream.messages, seen: seen() };
}

/** Changes the setpoint of a zone over HTTPS, and returns the message of the stream that shows it. */
export async function causesMessage(context: CloudContext, token: string, zone: Json): Promise<Finding> {
  const { messages } = await watchAll(context, request(token));
  const cursors = messages.map(({ cursor }) => cursor).filter((cursor) => cursor !== '');
  using stream = context.grpc('Watch', request(token, { cursors }));
  const datagram = await readDatagram(context, zone.componentId);
  const target = otherSetpoint(datagram);
  await context.dev(control(zone.componentId, toSetpoint(datagram, target)));
  const shows = ({ components }: Json) =>
    (components as readonly Json[]).some(
      (each) =>
        each.componentId === zone.componentId && JSON.parse(String(each.datagram)).Setpoint === target,
    );
  const found = await stream.next(shows);
  const whole = stream.messages.filter(({ snapshot }) => snapshot);
  return keptUnless([
    ...(found === undefined ? ['The change did not arrive.'] : []),
    ...whole.map(({ systemId }) => `The complete bridge ${systemId} was sent again.`),
  ]);
}
