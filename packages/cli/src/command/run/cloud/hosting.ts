import type { ClimateCloudConfig } from '@plenum/cloud';

/** Loads the bridges that a cloud runs for test users, when the first one is needed. */
export const hosting: NonNullable<ClimateCloudConfig['hosting']> = async () =>
  (await import('@plenum/bridge/hosted')).hosting;
