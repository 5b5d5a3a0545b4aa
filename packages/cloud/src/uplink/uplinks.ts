import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { every, type Wall } from '@plenum/machine';
import { type CloseReason, uplinkTimes } from '@plenum/protocol';
import type { WebSocket } from 'ws';
import { leaveBridge, seeBridges } from '../bridge/connect.ts';
import { releaseBridges } from '../bridge/pair.ts';
import type { Bus } from '../bus/bus.ts';
import type { Hooks } from '../component/hooks.ts';
import { type Intake, type Taken, takeIntake } from '../component/take.ts';
import { toErrorFacts } from '../log/error-facts.ts';
import type { Log } from '../log/log.ts';
import { createBatch } from '../store/batch.ts';
import type { Store } from '../store/store.ts';
import { accountSubject, type ControlAnswer } from './answer.ts';
import { createUplinkDoor, type Entered } from './door.ts';
import { createLine, type Line } from './line.ts';
import { createLines } from './lines.ts';

/** The bridges of a cloud, as one of its nodes has them: their sockets here, and the way to those elsewhere. */
export interface Uplinks extends AsyncDisposable {
  /** Takes a request to upgrade, and lets a bridge in or refuses. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Sends a command (one of document 4.4, as `{Name: body}`) to a bridge wherever its socket is, and resolves with what
   * came of it at the latest at `deadline` (ms UTC by the clock of the node).
   */
  control(systemId: string, command: object, deadline: number): Promise<ControlAnswer>;
  /** Whether a bridge has a connection to any node now; undefined where the nodes cannot reach each other. */
  isPresent(systemId: string): Promise<boolean | undefined>;
  /** Releases a bridge of an account, or all; true where there was one. */
  release(accountId: string, systemId?: string): Promise<boolean>;
  /** How many bridges are connected to this node. */
  size(): number;
  /** Ends the connections to this node, telling the bridges why. */
  closeAll(reason: CloseReason): void;
}

export interface UplinksParts {
  readonly store: Store;
  readonly bus: Bus;
  readonly hooks: Hooks;
  readonly nodeId: string;
  /** The origins the cloud is reached under, its public one first. */
  readonly audiences: readonly string[];
  readonly wall: Wall;
  readonly log: Log;
  readonly elapsed?: () => number;
  /** How long a bridge may say nothing, ms. */
  readonly silence?: number;
}

const minute = 60_000;
/** How long another node has to say that it has a bridge, ms. */
const presenceWithin = 2_000;
/** How many messages of one bridge may wait before its socket is not read any more. */
const readAhead = 8;

export const createUplinks = async (parts: UplinksParts): Promise<Uplinks> => {
  const { store, bus, hooks, nodeId, wall, log } = parts;
  const { elapsed = () => performance.now(), silence = uplinkTimes.silence } = parts;
  const lines = await createLines(bus, wall.now);
  const leave = createBatch(store, { work: leaveBridge, key: ({ systemId }) => systemId });
  const take = createBatch<Intake, Taken>(store, {
    key: ({ systemId }) => systemId,
    work: async (db, intake) => {
      const taken = await takeIntake(db, intake, hooks);
      if (taken.outcome === 'stored' && taken.change !== undefined) {
        const { accountId, systemId, version } = taken.change;
        store.afterCommit(() => bus.publish(accountSubject(accountId), { systemId, version }));
      }
      return taken;
    },
  });
  /** Connections until their end is noted. */
  const serving = new Set<Promise<void>>();
  const fail = (sentence: string) => (error: unknown) => log.error({ err: toErrorFacts(error) }, sentence);

  const serve = (socket: WebSocket, { systemId, epoch }: Entered, settled: () => void) => {
    const line: Line = createLine({
      systemId,
      epoch,
      send: (text) => void (socket.readyState === socket.OPEN && socket.send(text)),
      end: () => {
        socket.close(1000);
        wall.after(1_000, () => socket.terminate());
      },
      take: async (intake) => {
        const taken = await take(intake);
        if (socket.isPaused && line.waiting() < readAhead) socket.resume();
        return taken;
      },
      up: () => {
        settled();
        return lines.open(line);
      },
      over: () => {
        settled();
        lines.remove(line);
      },
      failed: fail('what a bridge sent could not be stored'),
      wall,
      elapsed,
    });
    const { promise: served, resolve } = Promise.withResolvers<void>();
    serving.add(served);
    socket.on('error', () => {});
    socket.on('close', () => {
      line.gone();
      leave({ systemId, epoch, now: wall.now() })
        .catch(fail('the end of a connection could not be noted'))
        .finally(() => {
          serving.delete(served);
          resolve();
        });
    });
    socket.on('message', (data, isBinary) => {
      if (isBinary) line.close('malformed');
      else line.hear(data.toString());
      if (line.waiting() >= readAhead) socket.pause();
    });
    lines.add(line);
  };

  const door = createUplinkDoor({ ...parts, serve });
  const closeAll = (reason: CloseReason) => {
    for (const line of [...lines.all()]) line.close(reason);
  };
  const cancelSweep = every(wall, silence / 4, () => {
    const oldest = elapsed() - silence;
    for (const line of [...lines.all()]) if (line.lastHeard() < oldest) line.close('silent');
  });
  const cancelSeen = every(wall, minute, () => {
    seeBridges(store.db, nodeId, wall.now()).catch(fail('who is connected could not be noted'));
  });

  return {
    handleUpgrade: door.handleUpgrade,
    control: (systemId, command, deadline) => {
      const question = {
        ask: 'control',
        command: command as Readonly<Record<string, unknown>>,
        deadline,
      } as const;
      return lines.ask(systemId, question, deadline);
    },
    isPresent: async (systemId) => {
      const { answer } = await lines.ask(systemId, { ask: 'presence' }, wall.now() + presenceWithin);
      return answer === 'unreachable' ? undefined : answer === 'done';
    },
    release: async (accountId, systemId) => {
      const of = { accountId, now: wall.now(), ...(systemId !== undefined && { systemId }) };
      const released = await releaseBridges(store, of, hooks);
      store.afterCommit(() => {
        for (const one of released) lines.move({ ...one, why: 'released' });
        if (released.length > 0) bus.publish(accountSubject(accountId), {});
      });
      return released.length > 0;
    },
    size: lines.size,
    closeAll: (reason) => {
      door.shut();
      closeAll(reason);
    },
    [Symbol.asyncDispose]: async () => {
      door.shut();
      cancelSweep();
      cancelSeen();
      closeAll('stopping');
      await Promise.all(serving);
      await lines[Symbol.asyncDispose]();
    },
  };
};
