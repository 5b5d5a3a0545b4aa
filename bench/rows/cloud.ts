import { onEachEngine } from '../cloud/engines.ts';
import { measureCloudControl } from '../cloud/measure-control.ts';
import { measureCloudEvent } from '../cloud/measure-event.ts';
import { measureCloudQuery } from '../cloud/measure-query.ts';
import { measureCloudRefresh } from '../cloud/measure-refresh.ts';
import type { Samples } from '../measured.ts';

/** Measures the endpoints of the cloud. */
export const measureCloud = async (): Promise<readonly Samples[]> => [
  ...(await measureCloudQuery()),
  await measureCloudRefresh(),
  ...(await onEachEngine(measureCloudControl)),
  ...(await measureCloudEvent()),
];
