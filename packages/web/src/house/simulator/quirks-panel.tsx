import { type Quirks, quirkNames } from '@plenum/protocol/quirks';
import { QuirkFields } from '../../definition/quirk-fields.tsx';
import { t } from '../../text/text.ts';
import { useApplyOverride, useScale } from '../context/house-context.tsx';

/** Switches on quirks of real devices, for testing clients. */
export const QuirksPanel = ({ active }: { active: Quirks }) => {
  const applyOverride = useApplyOverride();
  return (
    <section className="panel card" aria-labelledby="quirks-title">
      <h2 id="quirks-title">{t('simulator.behaviour')}</h2>
      <p className="quiet small">{t('simulator.behaviourHelp')}</p>
      <QuirkFields
        names={quirkNames}
        active={active}
        onChange={(quirks) => applyOverride('Quirks', quirks)}
        scale={useScale()}
      />
    </section>
  );
};
