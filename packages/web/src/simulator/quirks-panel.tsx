import { QuirkFields } from '../definition/quirk-fields.tsx';
import { t } from '../text/text.ts';
import { useSimulator } from './simulator-context.ts';

/** Switches on quirks of real devices, for testing clients. */
export function QuirksPanel() {
  const { status, quirks: names, scale, apply } = useSimulator();
  return (
    <section className="panel card" aria-labelledby="quirks-title">
      <h2 id="quirks-title">{t('simulator.behaviour')}</h2>
      <p className="quiet small">{t('simulator.behaviourHelp')}</p>
      <QuirkFields
        names={names}
        active={status.quirks ?? {}}
        onChange={(quirks) => apply('Quirks', quirks)}
        scale={scale}
      />
    </section>
  );
}
