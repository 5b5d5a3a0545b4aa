import { later } from '../design/later.tsx';

/** The parts of the page that are not fetched with it. */
export const parts = {
  history: later(async () => (await import('./history/history-page.tsx')).HistoryPage),
  schedules: later(async () => (await import('./schedule/schedule-page.tsx')).SchedulePage),
  simulator: later(async () => (await import('./simulator/simulator-page.tsx')).SimulatorPage),
  details: later(async () => (await import('./details/details.tsx')).Details),
  stackChart: later(async () => (await import('./history/stack-chart.tsx')).StackChart),
} as const;

/** Fetches all of them, so that the page is whole when its server goes away. */
export const prefetchParts = (): void => {
  // A failure is told where the part is drawn.
  for (const { fetch } of Object.values(parts)) fetch().catch(() => undefined);
};
