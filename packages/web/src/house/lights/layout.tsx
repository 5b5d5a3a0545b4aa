import { abilitiesOf, type DatagramOf } from '@plenum/protocol/component';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { Picker } from '../../design/picker.tsx';
import { t } from '../../text/text.ts';
import { useSendCommand } from '../context/house-context.tsx';
import type { LampPage } from './pages.ts';

type Lamp = DatagramOf<'lamp'>;

/** A lamp where it is; a press switches it. Doors and blinds are only shown. */
const Spot = ({ lamp }: { lamp: Lamp }) => {
  const command = useSendCommand();
  const { Index: No, Name: name, On, LocX, LocY, Type, Reed, Pwrd } = lamp;
  const { isGarageDoor, isBlind } = abilitiesOf(Type);
  const isLit = isGarageDoor ? Reed === 0 : On === 1 && !isBlind;
  const moves = isGarageDoor || isBlind;
  const label = moves ? name : t(isLit ? 'lights.isOn' : 'lights.isOff', { name });
  return (
    <li
      className="layout__spot"
      ref={(element) => {
        // Set here, since the page allows no style attribute in its text.
        element?.style.setProperty('left', `${LocX}%`);
        element?.style.setProperty('top', `${LocY}%`);
      }}
    >
      <Button
        className="layout__button"
        data-on={isLit ? '' : undefined}
        aria-label={label}
        isDisabled={moves || Pwrd === 0}
        onPress={() => command('LiOn', { No, On: On === 1 ? 0 : 1 })}
      >
        <Icon name={isGarageDoor ? 'garage' : isBlind ? 'blind' : 'bulb'} />
      </Button>
      <span className="layout__name" aria-hidden="true">
        {name}
      </span>
    </li>
  );
};

/** The lamps where the installer placed them, one page at a time. */
export const Layout = ({ pages }: { pages: readonly LampPage[] }) => {
  const [chosen, choose] = useState(0);
  const page = pages[chosen] ?? pages[0];
  if (page === undefined) return null;
  return (
    <section aria-labelledby="layout-title">
      <div className="section-head">
        <h2 id="layout-title" className="section-title">
          {t('lights.layout')}
        </h2>
        {pages.length > 1 && (
          <Picker
            label={t('lights.layout')}
            isLabelHidden
            value={chosen}
            onChange={choose}
            options={pages.map(({ name }, value) => ({ value, label: name }))}
          />
        )}
      </div>
      <ul className="layout card" aria-label={t('lights.layoutOf', { page: page.name })}>
        {page.lamps.map((lamp) => (
          <Spot key={lamp.Index} lamp={lamp} />
        ))}
      </ul>
    </section>
  );
};
