/** How a bridge is followed now: by its live stream, by asking, or not at all until it comes back. */
export type WatchState = 'streaming' | 'polling' | 'lost';
