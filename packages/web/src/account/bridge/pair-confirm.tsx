import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation } from '../account-context.tsx';
import { describePairing, type PairingRequest } from './pairing.ts';

interface PairConfirmProps {
  readonly request: PairingRequest;
  readonly onAllowed: () => void;
  readonly onBack: () => void;
}

/**
 * Shows the device that requests to join, and asks the owner to compare the code, since it may belong to another
 * person's device (RFC 8628, 5.4).
 */
export function PairConfirm({ request, onAllowed, onBack }: PairConfirmProps) {
  const { code, address } = request;
  const { who, purpose, question, yes } = describePairing(request);
  const allow = useCloudMutation('allowPairing');
  const refuse = useCloudMutation('refusePairing');
  return (
    <div className="form">
      <div className="pair__who">
        <p className="pair__name num">{who}</p>
        <p className="quiet">
          {address === undefined ? purpose : t('bridge.requestFrom', { request: purpose, address })}.
        </p>
        <output className="pair__shown" aria-label={t('bridge.itsCode')}>
          {code}
        </output>
      </div>
      <p>{question}</p>
      <FormError sentence={(allow.refusal ?? refuse.refusal)?.sentence} />
      <div className="dialog__choices">
        <ActionButton
          variant="secondary"
          isBusy={refuse.isBusy}
          onPress={async () => {
            if ((await refuse.run({ code })) !== undefined) onBack();
          }}
        >
          {t('bridge.reject')}
        </ActionButton>
        <ActionButton
          isBusy={allow.isBusy}
          onPress={async () => {
            if ((await allow.run({ code })) !== undefined) onAllowed();
          }}
        >
          {yes}
        </ActionButton>
      </div>
    </div>
  );
}
