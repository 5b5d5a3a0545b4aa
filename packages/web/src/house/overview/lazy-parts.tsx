import { Suspense } from 'react';
import { lazyComponent } from '../../design/lazy.tsx';
import { t } from '../../text/text.ts';
import { LazyBoundary } from '../frame/lazy-boundary.tsx';

const AutomationNow = lazyComponent(
  async () => (await import('../automation/automation-now.tsx')).AutomationNow,
);
const PlanOfDay = lazyComponent(async () => (await import('../plan/plan-of-day.tsx')).PlanOfDay);

/** The suggestions and actions of the bridge, loaded after the overview. */
export const LazyAutomation = () => (
  <LazyBoundary what={t('automatic.title')}>
    <Suspense fallback={null}>
      <AutomationNow />
    </Suspense>
  </LazyBoundary>
);

/** The plan of the next 24 hours, loaded after the overview. */
export const LazyPlan = () => (
  <LazyBoundary what={t('plan.title')}>
    <Suspense fallback={null}>
      <PlanOfDay />
    </Suspense>
  </LazyBoundary>
);
