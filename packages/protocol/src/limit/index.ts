export { bridgeLimits } from './bridge.ts';
export { limitGroups } from './cloud.ts';
export type { FailureLimit, Limit, Limits, MostLimit, RateLimit, SemaphoreLimit } from './limit.ts';
