export { type Fleet, type FleetConfig, startFleet } from './fleet.ts';
export { createFleetMetrics, type FleetMetrics, quantile } from './metrics.ts';
export { type SimulatedBridge, startSimulatedBridge } from './simulated-bridge.ts';
