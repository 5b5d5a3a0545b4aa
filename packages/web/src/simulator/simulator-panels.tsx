import type { WordField } from '@plenum/protocol/field';
import { overrides, type SimulationStatus } from '@plenum/protocol/simulation';
import { type ReactNode, useState } from 'react';
import { QuirkFields } from '../definition/quirk-fields.tsx';
import { Picker } from '../design/field/picker.tsx';
import { Segmented } from '../design/field/segmented.tsx';
import { Toggle } from '../design/field/toggle.tsx';
import { formatWatts } from '../reading/energy/power.ts';
import { manualActionNames, manualActionTargets, presentValues } from '../reading/house/manual-actions.ts';
import { formatSpokenTemperature } from '../reading/number/temperature.ts';
import { capital } from '../reading/words.ts';
import { defined } from '../text/defined.ts';
import { t } from '../text/text.ts';
import { ClockPanel } from './clock-panel.tsx';
import { FaultPanel } from './fault-panel.tsx';
import { LightingPanel } from './lighting-panel.tsx';
import { OverrideForm } from './override-form.tsx';
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

/** Shows the tank that a solar diverter heats: its temperature, and the share of the surplus that it uses. */
function HotWaterPanel({ Temperature, Power }: NonNullable<SimulationStatus['hotWater']>) {
  const { scale } = useSimulator();
  return (
    <section className="panel card" aria-labelledby="hot-water-title">
      <h2 id="hot-water-title">{t('simulator.hotWater')}</h2>
      <p className="quiet small">{t('simulator.hotWaterHelp')}</p>
      <p className="num">
        {t('simulator.hotWaterNow', {
          temperature: formatSpokenTemperature(Math.round(100 * Temperature), scale),
          power: formatWatts(Power).join(' '),
        })}
      </p>
    </section>
  );
}

/** Simulates the actions of people in the house: at the panel of the unit, at a sensor, at the meter box. */
function ManualActionsPanel() {
  const { datagrams } = useSimulator();
  const names = manualActionNames(datagrams);
  const [chosen, choose] = useState(0);
  const name = names[chosen] ?? names[0];
  if (name === undefined) return null;
  return (
    <section className="panel card" aria-labelledby="hands-title">
      <h2 id="hands-title">{t('simulator.byHand')}</h2>
      <p className="quiet small">{t('simulator.byHandHelp')}</p>
      <Picker
        label={t('simulator.act')}
        value={names.indexOf(name)}
        onChange={choose}
        options={names.map((each, value) => ({ value, label: defined(overrides.get(each)!.summary) }))}
      />
      <OverrideForm
        key={name}
        override={overrides.get(name)!}
        things={manualActionTargets(name, datagrams)}
        present={presentValues(name, datagrams)}
        button={t('simulator.doIt')}
      />
    </section>
  );
}

const { enum: words } = overrides.get('People')!.body as WordField;

function PeoplePanel() {
  const { status, datagrams, apply } = useSimulator();
  const hasZones = datagrams.zone.length > 0;
  return (
    <section className="panel card" aria-labelledby="people-title">
      <h2 id="people-title">{hasZones ? t('simulator.peopleAndWindows') : t('simulator.people')}</h2>
      <p className="quiet small">{t('simulator.peopleHelp', { hasZones })}</p>
      <Segmented
        label={t('simulator.people')}
        options={words.map((word, value) => ({ value, label: capital(defined(word)) }))}
        value={words.indexOf(status.people)}
        onChange={(place) => apply('People', words[place])}
      />
      <ul className="panel__windows">
        {datagrams.zone.map(({ Index, Name }) => (
          <li key={Index}>
            <Toggle
              label={t('simulator.windowOf', { room: Name })}
              isOn={status.windows.includes(Index)}
              onChange={(open) => apply('ZoneWindow', { Zone: Index, Open: open ? 1 : 0 })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Switches on quirks of real devices, for testing clients. */
function QuirksPanel() {
  const { status, quirks: names, scale, apply } = useSimulator();
  return (
    <section className="panel card" aria-labelledby="quirks-title">
      <h2 id="quirks-title">{t('simulator.behaviour')}</h2>
      <p className="quiet small">{t('simulator.behaviourHelp')}</p>
      <QuirkFields
        names={names}
        active={status.quirks ?? {}}
        onChange={(quirks) => apply('Quirks', quirks)}
        scale={scale}
      />
    </section>
  );
}
