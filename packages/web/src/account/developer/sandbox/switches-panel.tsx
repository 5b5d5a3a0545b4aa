import { type HostedStatus, hostedSwitches } from '@plenum/protocol/simulation';
import { FieldInput } from '../../../definition/field-input.tsx';
import { toLabel } from '../../../reading/words.ts';
import { useSimulator } from '../../../simulator/simulator-context.ts';
import { defined } from '../../../text/defined.ts';
import { t } from '../../../text/text.ts';

/** The switches of a test house: offline, and without lighting. */
export function SwitchesPanel() {
  const { status, scale, apply } = useSimulator();
  const switches = status as unknown as HostedStatus;
  return (
    <section className="panel card" aria-labelledby="switches-title">
      <h2 id="switches-title">{t('sandbox.switches')}</h2>
      {hostedSwitches.map(({ name, body, summary }) => (
        <div key={name}>
          <FieldInput
            field={body}
            label={toLabel(body)}
            value={switches[name]}
            onChange={(value: unknown) => void apply(name, value)}
            scale={scale}
          />
          <p className="quiet small">{defined(summary)}</p>
        </div>
      ))}
    </section>
  );
}
