/** How a bridge is followed: by its live stream, by polling, or not at all until it answers again. */
export type WatchState = 'streaming' | 'polling' | 'lost';
