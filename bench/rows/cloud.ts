import { measureCloudControl } from '../cloud/measure-control.ts';
import { measureCloudEvent } from '../cloud/measure-event.ts';
import { measureCloudQuery } from '../cloud/measure-query.ts';
import { measureCloudRefresh } from '../cloud/measure-refresh.ts';
import type { Measurement } from '../row.ts';

/** Measures the endpoints of the cloud against their limits. */
export const measureCloud: Measurement = async () => [
  await measureCloudQuery(),
  await measureCloudRefresh(),
  await measureCloudControl(),
  await measureCloudEvent(),
];
