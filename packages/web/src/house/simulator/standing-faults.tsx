import type { SimulationStatus } from '@plenum/protocol/extension';
import { type FaultName, interventions } from '@plenum/protocol/simulation';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { mendedBody, sayFault } from '../../reading/fault.ts';
import { useDatagrams, useIntervene } from '../context.tsx';

/** What is broken at the moment, each with the way to mend it. */
export const StandingFaults = ({ faults }: { faults: SimulationStatus['faults'] }) => {
  const intervene = useIntervene();
  const datagrams = useDatagrams();
  return (
    <ul className="standing">
      {faults.map(({ name, body }) => {
        const fault = interventions.get(name);
        if (fault === undefined) return null;
        const { where, what } = sayFault(fault, body, datagrams);
        return (
          <li key={`${name}${JSON.stringify(body)}`} className="standing__one" data-activity="alert">
            <Icon name="warning" />
            <span>
              <strong>{where}</strong>: {what}
            </span>
            <Button
              className="button button--small"
              onPress={() => intervene(name as FaultName, mendedBody(fault, body))}
            >
              Mend
            </Button>
          </li>
        );
      })}
    </ul>
  );
};
