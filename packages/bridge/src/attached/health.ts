import type { WatchState } from '@plenum/client';
import type { DeviceHealth } from '../device/device.ts';

export interface HealthDeps {
  readonly now: () => number;
  /** The instant of the last answer of the real bridge, ms UTC. */
  readonly answeredAt: () => number;
  /** Milliseconds without an answer after which the real bridge counts as silent. */
  readonly silentAfter: number;
  /** Called once for each change. */
  readonly onChange: (health: DeviceHealth) => void;
}

/** Whether a real bridge answers: it does not while it is lost, and after it answered nothing for too long. */
export interface Health {
  current(): DeviceHealth;
  /** How the bridge is followed from now on. */
  follow(state: WatchState, why?: string): void;
  /** Call regularly: time alone makes a bridge silent. */
  check(): void;
}

export const createHealth = ({ now, answeredAt, silentAfter, onChange }: HealthDeps): Health => {
  let following: WatchState | undefined;
  let why: string | undefined;
  let state: DeviceHealth['state'] = 'answering';
  let since = now();

  /** A live stream ends with its bridge, so while it is open the bridge answers. */
  const lastAnswer = () => (following === 'streaming' ? now() : answeredAt());

  const current = (): DeviceHealth => ({
    state,
    since,
    answeredAt: lastAnswer(),
    ...(state === 'silent' && why !== undefined && { why }),
  });

  const check = () => {
    const isFollowed = following !== undefined;
    const isSilent = following === 'lost' || (isFollowed && now() - lastAnswer() > silentAfter);
    const next = isSilent ? 'silent' : 'answering';
    if (next === state) return;
    state = next;
    since = isSilent ? Math.min(now(), lastAnswer()) : now();
    onChange(current());
  };

  return {
    current,
    follow: (next, reason) => {
      following = next;
      why = reason;
      check();
    },
    check,
  };
};
