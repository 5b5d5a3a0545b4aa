import type { ReactNode } from 'react';
import { ClockPanel } from './clock-panel.tsx';
import { FaultPanel } from './fault-panel.tsx';
import { HotWaterPanel } from './hot-water-panel.tsx';
import { LightingPanel } from './lighting-panel.tsx';
import { ManualActionsPanel } from './manual-actions-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { QuirksPanel } from './quirks-panel.tsx';
import { RequestsPanel } from './requests-panel.tsx';
import { useSimulator } from './simulator-context.ts';
import { WeatherPanel } from './weather-panel.tsx';
import './simulator.css';

/** The controls of a simulated house. `children` are further panels. */
export function SimulatorPanels({ children }: { children?: ReactNode }) {
  const { hotWater } = useSimulator().status;
  return (
    <>
      <div className="panels">
        <div className="panels__column">
          <ClockPanel />
          <PeoplePanel />
          <ManualActionsPanel />
          <LightingPanel />
          {hotWater !== undefined && <HotWaterPanel {...hotWater} />}
        </div>
        <div className="panels__column">
          <WeatherPanel />
          <FaultPanel />
          {children}
          <QuirksPanel />
        </div>
      </div>
      <RequestsPanel />
    </>
  );
}
