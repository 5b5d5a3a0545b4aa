import { lazyComponent } from '../design/lazy.tsx';

/** The parts of the page that are not fetched with it. */
export const lazyComponents = {
  history: lazyComponent(async () => (await import('./history/history-page.tsx')).HistoryPage),
  schedules: lazyComponent(async () => (await import('./schedule/schedule-page.tsx')).SchedulePage),
  simulator: lazyComponent(async () => (await import('./simulator/simulator-page.tsx')).SimulatorPage),
  details: lazyComponent(async () => (await import('./details/details.tsx')).Details),
  stackChart: lazyComponent(async () => (await import('./history/stack-chart.tsx')).StackChart),
} as const;

/** Fetches all of them, so that the page is whole when its server goes away. */
export const preloadComponents = (): void => {
  // A failure is told where the part is drawn.
  for (const { load: fetch } of Object.values(lazyComponents)) fetch().catch(() => undefined);
};
