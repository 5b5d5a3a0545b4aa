import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { t } from '../../text/text.ts';
import { navigate } from '../frame/routes.ts';
import type { AccountBridge } from './bridge.ts';
import { PairCode } from './pair-code.tsx';
import { PairConfirm } from './pair-confirm.tsx';
import { PairWait } from './pair-wait.tsx';
import type { PairingRequest } from './pairing.ts';

interface PairProps {
  readonly isOpen: boolean;
  /** A code from the page's URL. */
  readonly code: string | undefined;
  readonly bridges: readonly AccountBridge[];
}

type Step =
  | { readonly is: 'code' }
  | { readonly is: 'confirm'; readonly request: PairingRequest }
  | { readonly is: 'wait'; readonly request: PairingRequest; readonly before: readonly string[] };

const first: Step = { is: 'code' };

const Steps = ({ code, bridges }: Omit<PairProps, 'isOpen'>) => {
  const [step, go] = useState<Step>(first);
  switch (step.is) {
    case 'code':
      return <PairCode given={code} onFound={(request) => go({ is: 'confirm', request })} />;
    case 'confirm':
      return (
        <PairConfirm
          request={step.request}
          onAllowed={() => go({ ...step, is: 'wait', before: bridges.map(({ systemId }) => systemId) })}
          onBack={() => go(first)}
        />
      );
    case 'wait':
      return step.request.reach === 'many' ? (
        <PairMany before={step.before} bridges={bridges} />
      ) : (
        <PairWait request={step.request} before={step.before} bridges={bridges} />
      );
  }
};

/** Pairs a bridge in three steps: enter its code, confirm it, and wait until the bridge connects (RFC 8628). */
export const Pair = ({ isOpen, ...rest }: PairProps) => (
  <Dialog title={t('bridge.pair')} isOpen={isOpen} onClose={() => navigate('houses')}>
    <Steps {...rest} />
  </Dialog>
);

interface PairManyProps {
  /** The system ids in the account before the pairing. */
  readonly before: readonly string[];
  readonly bridges: readonly AccountBridge[];
}

/** Counts the bridges that have connected since the owner allowed several. */
function PairMany({ before, bridges }: PairManyProps) {
  const known = new Set(before);
  const count = bridges.filter(({ systemId }) => !known.has(systemId)).length;
  return (
    <div className="form">
      <div role="status" className="pair__who">
        <p className="pair__name num">
          {count === 0 ? t('bridge.waitingMany') : t('bridge.pairedMany', { count: count })}
        </p>
        <p className="quiet">{t('bridge.grantedMany')}</p>
        {count === 0 && <div className="pair__line" />}
      </div>
      <div className="dialog__choices">
        <Button className="button" onPress={() => navigate('houses')}>
          {t('bridge.done')}
        </Button>
      </div>
    </div>
  );
}
