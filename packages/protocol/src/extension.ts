export {
  type ChangeEvent,
  type HealthAnswer,
  type HistoryAnswer,
  type HistorySeries,
  historySteps,
  type InstallerAccess,
  type InstallerAnswer,
  installerAccesses,
  type MatterPairing,
  type SimulationStatus,
} from './extension/answers.ts';
export {
  type CommandEvent,
  type EventFault,
  type EventOrigin,
  type EventsAnswer,
  eventFaults,
  eventOrigins,
  type FaultEvent,
  type HistoryEvent,
  maxEvents,
  type SettingEvent,
} from './extension/events.ts';
