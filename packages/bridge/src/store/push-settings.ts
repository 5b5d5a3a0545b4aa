/**
 * The settings of push notifications. They belong to the bridge and its browsers, not to its house, so they stay when a
 * simulated house returns to a snapshot, and a fork does not have them.
 */
export const pushSettings = { keys: 'push-keys', subscriptions: 'push-subscriptions' } as const;
