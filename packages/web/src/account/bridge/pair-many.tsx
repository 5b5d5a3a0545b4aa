import { Button } from 'react-aria-components';
import { navigate } from '../frame/routes.ts';
import type { Bridge } from './bridge.ts';

interface PairManyProps {
  /** The system ids of the account before the pairing. */
  readonly before: readonly string[];
  readonly bridges: readonly Bridge[];
}

/** Counts the bridges that connect after many were allowed at once. */
export const PairMany = ({ before, bridges }: PairManyProps) => {
  const known = new Set(before);
  const count = bridges.filter(({ systemId }) => !known.has(systemId)).length;
  return (
    <div className="form">
      <div role="status" className="pair__who">
        <p className="pair__name num">
          {count === 0
            ? 'Waiting for the bridges'
            : `${count} new ${count === 1 ? 'bridge' : 'bridges'} paired`}
        </p>
        <p className="quiet">
          Access was granted. They connect by themselves; more may follow within ten minutes.
        </p>
        {count === 0 && <div className="pair__line" />}
      </div>
      <div className="dialog__choices">
        <Button className="button" onPress={() => navigate('houses')}>
          Done
        </Button>
      </div>
    </div>
  );
};
