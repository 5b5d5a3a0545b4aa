import { type Refusal, refuse } from '@plenum/protocol/refusal';
import type { Device } from './device.ts';

/** Returns a refusal if the real bridge could not be read for too long; otherwise undefined. */
export function refuseStale(device: Device): Refusal | undefined {
  const health = device.health();
  if (!health?.isTooOld) return undefined;
  const seconds = Math.floor((device.at() - health.readAt) / 1000);
  return refuse('stale', { facts: { seconds } }).refusal;
}
