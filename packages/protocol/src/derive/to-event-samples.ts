import type { CloudMessageOf } from '../cloud/envelopes.ts';
import { toComponentId } from '../component/component-id.ts';
import { recordOf } from '../component/kinds.ts';
import type { RecordOf } from '../console/records.ts';
import { toExample } from './to-example.ts';

const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';

/**
 * Returns a body for each kind of message that an event endpoint receives (interface 6). The result is the same on each
 * call.
 */
export function toEventSamples(): Readonly<Record<RecordOf<'EventType'>['kind'], unknown>> {
  const event = (devices: CloudMessageOf<'Event'>['requestBody']['devices']) =>
    ({ requestId, requestType: 'Event', requestBody: { devices } }) satisfies CloudMessageOf<'Event'>;
  const datagram = toExample(recordOf('zone')) as Record<string, unknown>;
  const Index = 3;
  const componentId = toComponentId('000000001', { kind: 'zone', index: Index })!;
  return {
    component: event([{ componentId, datagram: { ...datagram, Index } }]),
    sync: { requestId, requestType: 'Sync', userId: 'user-1' } satisfies CloudMessageOf<'Sync'>,
    test: event([]),
  };
}
