export type { ChangeEvent, HealthAnswer, HistoryAnswer, SimulationStatus } from './extension/answers.ts';
