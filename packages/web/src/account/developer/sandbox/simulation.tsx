import { hostedQuirks } from '@plenum/protocol/quirks';
import { type HostedStatus, hostedSwitches } from '@plenum/protocol/simulation';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { FieldInput } from '../../../definition/field-input.tsx';
import { QuirkFields } from '../../../definition/quirk-fields.tsx';
import { FormError } from '../../../design/field/form-error.tsx';
import { Dialog } from '../../../design/overlay/dialog.tsx';
import { toLabel } from '../../../reading/words.ts';
import { useStore } from '../../../state/use-store.ts';
import { defined } from '../../../text/defined.ts';
import { t } from '../../../text/text.ts';
import { useAccountContext, useCloudMutation, useCloudQuery } from '../../context/account-context.tsx';
import { QueryResult } from '../../frame/query-result.tsx';

const Switches = ({ systemId }: { systemId: string }) => {
  const target = { parameters: { systemId } };
  const status = useCloudQuery('readSimulation', { ...target, every: 5_000 });
  const change = useCloudMutation('changeSimulation', target);
  const { preferences } = useAccountContext();
  const scale = useStore(preferences, (all) => all.scale);
  return (
    <QueryResult query={status} what={t('sandbox.whatSimulation')}>
      {(simulation) => {
        const { quirks, ...switches } = simulation as HostedStatus;
        return (
          <div className="test-simulation">
            {hostedSwitches.map(({ name, body, summary }) => (
              <div key={name}>
                <FieldInput
                  field={body}
                  label={toLabel(body)}
                  value={switches[name]}
                  onChange={(value: unknown) => void change.run({ [name]: value })}
                  scale={scale}
                />
                <p className="quiet small">{defined(summary)}</p>
              </div>
            ))}
            <QuirkFields
              names={hostedQuirks}
              active={quirks}
              onChange={(next) => change.run({ Quirks: next })}
              scale={scale}
            />
            <FormError sentence={change.refusal?.sentence} />
          </div>
        );
      }}
    </QueryResult>
  );
};

/** A button that opens the switches of a test house: offline, without lighting, and quirks. */
export const Simulation = ({ systemId, name }: { systemId: string; name: string }) => {
  const [isOpen, setOpen] = useState(false);
  const title = t('sandbox.behaviourOf', { name });
  return (
    <>
      <Button className="button button--small" aria-label={title} onPress={() => setOpen(true)}>
        {t('sandbox.behaviour')}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Switches systemId={systemId} />
        <div className="dialog__choices">
          <Button className="button" onPress={() => setOpen(false)}>
            {t('common.close')}
          </Button>
        </div>
      </Dialog>
    </>
  );
};
