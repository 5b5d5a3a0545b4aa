import { type FaultName, faultNames, overrides } from '@plenum/protocol/simulation';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Picker } from '../design/field/picker.tsx';
import { Icon } from '../design/icon.tsx';
import { clearingBody, describeFault, faultTargets } from '../reading/house/fault.ts';
import { defined } from '../text/defined.ts';
import { t } from '../text/text.ts';
import { OverrideForm } from './override-form.tsx';
import { useSimulator } from './simulator-context.ts';

/** Lists the active faults, each with a button to clear it. */
const ActiveFaults = () => {
  const { status, datagrams, apply } = useSimulator();
  return (
    <ul className="active-faults">
      {status.faults.map(({ name, body }) => {
        const fault = overrides.get(name);
        if (fault === undefined) return null;
        const { where, what } = describeFault(fault, body, datagrams);
        return (
          <li key={`${name}${JSON.stringify(body)}`} className="active-fault" data-activity="alert">
            <Icon name="warning" />
            <span>
              <strong>{where}</strong>: {what}
            </span>
            <Button
              className="button button--small"
              onPress={() => apply(name as FaultName, clearingBody(fault, body))}
            >
              {t('simulator.clear')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
};

export function FaultPanel() {
  const { status, datagrams } = useSimulator();
  const names = faultNames.filter((name) => faultTargets(name, datagrams).length > 0);
  const [chosen, choose] = useState(0);
  const fault = overrides.get(names[chosen] ?? '');
  if (fault === undefined) return null;
  return (
    <section className="panel card" aria-labelledby="fault-title">
      <h2 id="fault-title">{t('simulator.faults')}</h2>
      <p className="quiet small">{t('simulator.faultsHelp')}</p>
      {status.faults.length > 0 && <ActiveFaults />}
      <Picker
        label={t('simulator.faultType')}
        value={chosen}
        onChange={choose}
        options={names.map((name, value) => ({ value, label: defined(overrides.get(name)!.summary) }))}
      />
      <OverrideForm
        key={fault.name}
        override={fault}
        things={faultTargets(fault.name as FaultName, datagrams)}
        button={t('simulator.inject')}
      />
    </section>
  );
}
