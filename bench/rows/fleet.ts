import { onEachEngine } from '../cloud/engines.ts';
import { measureFleetOf } from '../cloud/measure-fleet.ts';
import { measureThroughput } from '../cloud/measure-throughput.ts';
import type { Samples } from '../measured.ts';

/** Measures the changes of many simulated bridges. */
export const measureFleet = (): Promise<readonly Samples[]> => onEachEngine(measureThroughput);

/** Measures the connections of many simulated bridges. */
export const measureConnections = (): Promise<readonly Samples[]> => measureFleetOf(10_000);
