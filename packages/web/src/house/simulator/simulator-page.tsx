import { RetryNotice } from '../../design/notice/retry-notice.tsx';
import { t } from '../../text/text.ts';
import { simulationKey, useSimulation, useSimulationQuery } from '../context/house-context.tsx';
import { useReread } from '../context/use-reread.ts';
import { Loading } from '../frame/loading.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { FaultPanel } from './fault-panel.tsx';
import { HotWaterPanel } from './hot-water-panel.tsx';
import { LightingPanel } from './lighting-panel.tsx';
import { ManualActionsPanel } from './manual-actions-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { QuirksPanel } from './quirks-panel.tsx';
import { RequestsPanel } from './requests-panel.tsx';
import { WeatherPanel } from './weather-panel.tsx';
import './simulator.css';

export const SimulatorPage = () => {
  const simulation = useSimulation();
  const { failureReason } = useSimulationQuery();
  const reread = useReread(simulationKey);
  if (simulation === undefined && failureReason === null) return <Loading />;
  if (simulation === undefined)
    return (
      <div className="card">
        <RetryNotice
          sentence={t('simulator.notLoaded', { reason: failureReason?.message ?? '' })}
          onRetry={reread}
        />
      </div>
    );
  if (simulation === null) return <p className="quiet">{t('simulator.notSimulated')}</p>;
  return (
    <div className="page">
      <p className="quiet">{t('simulator.simulated')}</p>
      <div className="panels">
        <div className="panels__column">
          <ClockPanel clock={simulation.clock} />
          <PeoplePanel people={simulation.people} windows={simulation.windows} />
          <ManualActionsPanel />
          <LightingPanel />
          {simulation.hotWater !== undefined && <HotWaterPanel {...simulation.hotWater} />}
        </div>
        <div className="panels__column">
          <WeatherPanel weather={simulation.weather} />
          <FaultPanel faults={simulation.faults} />
          <QuirksPanel active={simulation.quirks ?? {}} />
        </div>
      </div>
      <RequestsPanel />
    </div>
  );
};
