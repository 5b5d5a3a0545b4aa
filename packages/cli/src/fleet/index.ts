export { type Fleet, type FleetConfig, startFleet } from './fleet.ts';
export { createFleetMetrics, quantile } from './metrics.ts';
export { type SimulatedBridge, startSimulatedBridge } from './simulated-bridge.ts';
