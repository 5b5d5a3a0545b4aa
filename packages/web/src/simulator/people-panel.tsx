import type { WordField } from '@plenum/protocol/field';
import { overrides } from '@plenum/protocol/simulation';
import { Segmented } from '../design/field/segmented.tsx';
import { Toggle } from '../design/field/toggle.tsx';
import { capital } from '../reading/words.ts';
import { defined } from '../text/defined.ts';
import { t } from '../text/text.ts';
import { useSimulator } from './simulator-context.ts';

const { enum: words } = overrides.get('People')!.body as WordField;

export function PeoplePanel() {
  const { status, datagrams, apply } = useSimulator();
  const hasZones = datagrams.zone.length > 0;
  return (
    <section className="panel card" aria-labelledby="people-title">
      <h2 id="people-title">{hasZones ? t('simulator.peopleAndWindows') : t('simulator.people')}</h2>
      <p className="quiet small">{t('simulator.peopleHelp', { hasZones })}</p>
      <Segmented
        label={t('simulator.people')}
        options={words.map((word, value) => ({ value, label: capital(defined(word)) }))}
        value={words.indexOf(status.people)}
        onChange={(place) => apply('People', words[place])}
      />
      <ul className="panel__windows">
        {datagrams.zone.map(({ Index, Name }) => (
          <li key={Index}>
            <Toggle
              label={t('simulator.windowOf', { room: Name })}
              isOn={status.windows.includes(Index)}
              onChange={(open) => apply('ZoneWindow', { Zone: Index, Open: open ? 1 : 0 })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
