export {
  type ChangeEvent,
  type HealthAnswer,
  type HistoryAnswer,
  type HistorySeries,
  historySteps,
  type SimulationStatus,
} from './extension/answers.ts';
