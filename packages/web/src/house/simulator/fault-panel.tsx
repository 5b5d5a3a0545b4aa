import type { SimulationStatus } from '@plenum/protocol/extension';
import { faultNames, overrides } from '@plenum/protocol/simulation';
import { useState } from 'react';
import { Picker } from '../../design/picker.tsx';
import { faultTargets } from '../../reading/fault.ts';
import { useDatagrams } from '../context/house-context.tsx';
import { ActiveFaults } from './active-faults.tsx';
import { FaultForm } from './fault-form.tsx';

/** Injects faults, and lists those that are active. */
export const FaultPanel = ({ faults }: { faults: SimulationStatus['faults'] }) => {
  const datagrams = useDatagrams();
  const names = faultNames.filter((name) => faultTargets(name, datagrams).length > 0);
  const [chosen, choose] = useState(0);
  const fault = overrides.get(names[chosen] ?? '');
  if (fault === undefined) return null;
  return (
    <section className="panel card" aria-labelledby="fault-title">
      <h2 id="fault-title">Faults</h2>
      <p className="quiet small">
        Inject a fault and see how the house, this page and your integration react. It stays until you clear
        it.
      </p>
      {faults.length > 0 && <ActiveFaults faults={faults} />}
      <Picker
        label="Fault type"
        value={chosen}
        onChange={choose}
        options={names.map((name, value) => ({ value, label: overrides.get(name)!.summary }))}
      />
      <FaultForm key={fault.name} fault={fault} />
    </section>
  );
};
