import { randomUUID } from 'node:crypto';
import type { BridgeReader, ControlSender } from '../controls/control-sender.ts';
import type { ConnectionRegistry } from './registry/connection-registry.ts';

/** Creates the functions that send controls, reads and writes to a bridge at any node. */
export const createSendToBridge = (
  registry: Pick<ConnectionRegistry, 'request' | 'cancel'>,
): ControlSender & BridgeReader => {
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
    try {
      return await registry.request(
        systemId,
        {
          ask: 'control',
          command: command as Readonly<Record<string, unknown>>,
          deadline,
          ...(Object.keys(by).length > 0 && { by }),
          ...(trace !== undefined && { trace }),
          ...(token !== undefined && { token }),
        },
        deadline,
      );
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
  return {
    control,
    read: (systemId, { path, query }, deadline) =>
      registry.request(systemId, { ask: 'read', path, query, deadline }, deadline),
    write: (systemId, { path, body }, deadline) =>
      registry.request(systemId, { ask: 'write', path, body, deadline }, deadline),
  };
};
