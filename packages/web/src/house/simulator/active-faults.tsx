import type { SimulationStatus } from '@plenum/protocol/extension';
import { type FaultName, overrides } from '@plenum/protocol/simulation';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { clearingBody, describeFault } from '../../reading/fault.ts';
import { useApplyOverride, useDatagrams } from '../context/house-context.tsx';

/** The active faults, each with a button to clear it. */
export const ActiveFaults = ({ faults }: { faults: SimulationStatus['faults'] }) => {
  const applyOverride = useApplyOverride();
  const datagrams = useDatagrams();
  return (
    <ul className="active-faults">
      {faults.map(({ name, body }) => {
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
              onPress={() => applyOverride(name as FaultName, clearingBody(fault, body))}
            >
              Clear
            </Button>
          </li>
        );
      })}
    </ul>
  );
};
