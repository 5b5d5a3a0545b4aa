import type { ConsoleSession, SessionState } from '../session/session.ts';
import { type KeptStates, ofBridge } from './kept-states.ts';
import type { HouseState, LiveHouse } from './live-house.ts';

/**
 * Interval between two saves of a house, and time without a response after which a server counts as unreachable, in ms.
 */
const keepInterval = 30_000;
const answerTimeout = 5_000;

interface KeepStateOptions {
  /** The system id, or `ofBridge`. */
  readonly id: string;
  readonly kept: KeptStates;
  /**
   * Returns the account that sees the house; `undefined` on the page of a bridge, and while no user is known to be
   * signed in.
   */
  readonly account: () => string | undefined;
}

/**
 * Stores the last known state of a house on this device, and shows it if the server does not respond when the page
 * opens. A house that the reader may no longer see is removed. `keepNow` is for a page that may be closing.
 */
export function keepState(
  house: LiveHouse,
  { id, kept, account }: KeepStateOptions,
): { keepNow(): void; stop(): void } {
  let seen: HouseState['datagrams'] | undefined;
  let isStopped = false;
  const keepNow = () => {
    const { connection, isLoaded, keptAt, datagrams, at, bridge, hasSimulation } = house.state.get();
    if (isStopped || connection !== 'live' || !isLoaded || keptAt !== undefined || datagrams === seen) return;
    if (id !== ofBridge && account() === undefined) return;
    seen = datagrams;
    void kept.write(id, { account: account(), keptAt: Date.now(), at, datagrams, bridge, hasSimulation });
  };
  const showKept = async () => {
    if (house.state.get().isLoaded) return;
    const last = await kept.read(id);
    if (last !== undefined && !isStopped) house.showKept(last);
  };
  const timer = setInterval(keepNow, keepInterval);
  const late = setTimeout(
    () => house.state.get().connection === 'connecting' && void showKept(),
    answerTimeout,
  );
  let before: HouseState | undefined;
  const follow = () => {
    const now = house.state.get();
    const was = before;
    before = now;
    if (now.connection === 'lost' && was?.connection !== 'lost') void showKept();
    if (now.isLoaded && now.keptAt === undefined && (was?.isLoaded !== true || was.keptAt !== undefined))
      keepNow();
    if ((now.connection === 'locked' || now.connection === 'gone') && was?.connection !== now.connection) {
      seen = undefined;
      void kept.remove(id);
    }
  };
  const unsubscribe = house.state.subscribe(follow);
  follow();
  return {
    keepNow,
    stop: () => {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(late);
      unsubscribe();
    },
  };
}

/** Returns the signed-in account; `undefined` also if its session has ended. */
export function signedInTo({ state }: ConsoleSession): string | undefined {
  const now = state.get();
  return now.is === 'signed-in' ? now.account.accountId : undefined;
}

/**
 * Removes the stored houses when the account signs out or its session ends, in this tab or another, and those of other
 * accounts after a sign-in. Calls `notify` each time. Removes nothing if the cloud does not respond.
 */
export function wipeWhenSignedOut(
  session: ConsoleSession,
  kept: KeptStates,
  notify: { signedIn(): void; signedOut(): void },
): void {
  const tabs = new BroadcastChannel('plenum-session');
  let before: SessionState | undefined;
  const follow = () => {
    const now = session.state.get();
    const wasIn = before?.is === 'signed-in';
    before = now;
    if (now.is === 'signed-in') {
      void kept.wipe(now.account.accountId);
      if (!wasIn) notify.signedIn();
    }
    if (now.is !== 'signed-out' && now.is !== 'expired') return;
    void kept.wipe();
    notify.signedOut();
    if (wasIn) tabs.postMessage(now.is);
  };
  session.state.subscribe(follow);
  follow();
  tabs.addEventListener('message', () => void session.refresh());
}
