import { overrides } from '@plenum/protocol/simulation';
import { useState } from 'react';
import { Picker } from '../design/field/picker.tsx';
import { manualActionNames, manualActionTargets, presentValues } from '../reading/house/manual-actions.ts';
import { defined } from '../text/defined.ts';
import { t } from '../text/text.ts';
import { OverrideForm } from './override-form.tsx';
import { useSimulator } from './simulator-context.ts';

/** Simulates the actions of people in the house: at the panel of the unit, at a sensor, at the meter box. */
export function ManualActionsPanel() {
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
