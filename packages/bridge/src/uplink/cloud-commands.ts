import type { Runtime } from '@plenum/platform';
import { catalogue, checkCommand, movesGarageDoor } from '@plenum/protocol/command';
import { type Result, refuse } from '@plenum/protocol/refusal';
import { type CloudFrameOf, type ControlRef, fromControlId, maxControls } from '@plenum/protocol/uplink';
import type { Device } from '../device/device.ts';
import type { RecentRequests } from '../diagnostics/recent-requests.ts';

/** The end of a command from the cloud; `isDropped` if it was cancelled in time. */
export interface EndedCommand {
  readonly result: Result<undefined>;
  readonly isDropped: boolean;
}

/** Executes the cloud's commands of one connection, each at most once and none after its deadline. */
export interface CloudCommands {
  /**
   * Resolves when the command is done or refused; undefined if it is a repetition, out of order, or from another
   * connection.
   */
  execute(frame: CloudFrameOf<'control'>): Promise<EndedCommand> | undefined;
  /** Drops a command that the cloud cancelled, if it was not sent to a real bridge yet. */
  cancel(id: string): void;
}

interface CloudCommandsDeps extends Pick<Runtime, 'log' | 'elapsed'> {
  readonly device: Device;
  /** The `session` of the connection's control ids, which the cloud gives to its commands. */
  readonly nonce: string;
  readonly readOnly: boolean;
  /** Returns the time at which a frame was sent, by `elapsed`; undefined if it is no longer stored. */
  readonly sentAt: (frame: number) => number | undefined;
  /** Lists the commands among the latest requests, if the bridge lists them. */
  readonly recent?: RecentRequests | undefined;
}

export function createCloudCommands(deps: CloudCommandsDeps): CloudCommands {
  const { device, nonce, readOnly, sentAt, elapsed, log } = deps;
  let last = 0;
  const underWay = new Map<string, AbortController>();

  /** Returns the remaining time for which the client of the cloud waits, in ms; negative if it has stopped waiting. */
  const timeLeft = ({ after, within }: CloudFrameOf<'control'>): number => {
    const sent = sentAt(after);
    return sent === undefined ? -1 : within - (elapsed() - sent);
  };

  const perform = async (
    frame: CloudFrameOf<'control'>,
    cancel: AbortController,
  ): Promise<Result<undefined>> => {
    const left = timeLeft(frame);
    if (left < 0) return refuse('too-late');
    if (readOnly) return refuse('read-only');
    const command = checkCommand(frame.command);
    if (!command.ok) return command;
    const { name } = command.value;
    if (!catalogue.get(name)!.over.includes('cloud')) return refuse('local-only', { input: name });
    const { garage = false, ...origin } = frame.by ?? {};
    if (!garage && movesGarageDoor(command.value, device.datagrams())) return refuse('garage-not-allowed');
    if (underWay.size >= maxControls) return refuse('too-many-controls', { facts: { most: maxControls } });
    underWay.set(frame.id, cancel);
    try {
      // In front of a real bridge a command may be queued: after its deadline the client no longer waits for it.
      const signal = () => AbortSignal.any([cancel.signal, AbortSignal.timeout(Math.ceil(left))]);
      return await device.commandFor({ by: { over: 'cloud', ...origin }, signal }, command.value);
    } catch (error) {
      log.error({ err: error, command: name }, 'a command from the cloud failed');
      return refuse('internal');
    } finally {
      underWay.delete(frame.id);
    }
  };

  const execute = async (frame: CloudFrameOf<'control'>): Promise<EndedCommand> => {
    const cancel = new AbortController();
    const startedAt = deps.recent?.elapsed() ?? 0;
    const result = await perform(frame, cancel);
    deps.recent?.addFromCloud({ body: frame.command }, result, startedAt);
    const isDropped = cancel.signal.aborted && !result.ok && result.refusal.code === 'not-wanted';
    return { result, isDropped };
  };

  return {
    execute: (frame) => {
      const ref: ControlRef = fromControlId(frame.id);
      if (ref.session !== nonce || ref.no <= last) return undefined;
      last = ref.no;
      return execute(frame);
    },
    cancel: (id) => underWay.get(id)?.abort(),
  };
}
