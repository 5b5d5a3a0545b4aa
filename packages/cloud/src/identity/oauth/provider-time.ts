import { systemClock } from '@plenum/platform';

/** The time of oidc-provider, which reads the clock of the machine, in seconds since 1970 UTC. */
export const providerSeconds = (): number => Math.floor(systemClock.now() / 1000);

const secondsOf = (now: () => number): number => Math.floor(now() / 1000);

/** Members of stored items that are instants, in seconds since 1970 UTC. */
const instants = ['iat', 'exp', 'iiat', 'loginTs', 'authTime'] as const;

type Item = Readonly<Record<string, unknown>>;

const shift = <Value extends Item>(item: Value, seconds: number): Value => {
  if (seconds === 0) return item;
  const shifted = instants.flatMap((name) => {
    const at = item[name];
    return typeof at === 'number' ? [[name, at + seconds]] : [];
  });
  return { ...item, ...Object.fromEntries(shifted) };
};

/**
 * Converts the instants of an item from the time of oidc-provider to the time of the cloud, `now`. They differ only if
 * the cloud has a test clock.
 */
export const toCloudTime = <Value extends Item>(item: Value, now: () => number): Value =>
  shift(item, secondsOf(now) - providerSeconds());

/** Converts the instants of an item from the time of the cloud, `now`, to the time of oidc-provider. */
export const toProviderTime = <Value extends Item>(item: Value, now: () => number): Value =>
  shift(item, providerSeconds() - secondsOf(now));
