import { randomUUID } from 'node:crypto';
import type { BridgeReader, ControlSender } from '../controls/bridge-requests.ts';
import type { BridgeControl } from './bus-subjects.ts';
import type { ConnectionRegistry } from './registry/connection-registry.ts';
import { createWaitForReturn, type WaitForReturnDeps } from './wait-for-return.ts';

interface SendToBridgeDeps extends WaitForReturnDeps {
  readonly registry: Pick<ConnectionRegistry, 'request' | 'cancel'>;
}

/**
 * Creates the functions that send controls, reads and writes to a bridge at any node. A control for a bridge that left
 * moments ago, for example because its node was restarted, waits until the bridge is back.
 */
export function createSendToBridge({ registry, ...deps }: SendToBridgeDeps): ControlSender & BridgeReader {
  const waitForReturn = createWaitForReturn(deps);
  const control: ControlSender['control'] = async (
    systemId,
    command,
    deadline,
    { trace, signal, ...by } = {},
  ) => {
    if (signal?.aborted) return { answer: 'dropped' };
    const token = signal && randomUUID();
    const cancel = () => token !== undefined && registry.cancel({ systemId, token });
    signal?.addEventListener('abort', cancel, { once: true });
    const request: BridgeControl = {
      ask: 'control',
      command: command as Readonly<Record<string, unknown>>,
      deadline,
      ...(Object.keys(by).length > 0 && { by }),
      ...(trace !== undefined && { trace }),
      ...(token !== undefined && { token }),
    };
    const send = () => registry.request(systemId, request, deadline);
    try {
      const reply = await send();
      return reply.answer === 'absent' ? await waitForReturn({ systemId, send, deadline, signal }) : reply;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
  return {
    control,
    read: (systemId, { path, query }, deadline) =>
      registry.request(systemId, { ask: 'read', path, query, deadline }, deadline),
    write: (systemId, { path, body, by }, deadline) =>
      registry.request(systemId, { ask: 'write', path, body, ...(by && { by }), deadline }, deadline),
  };
}
