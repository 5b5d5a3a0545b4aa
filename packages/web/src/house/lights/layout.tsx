import type { DatagramOf } from '@plenum/protocol/component';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { Picker } from '../../design/field/picker.tsx';
import { Toggle } from '../../design/field/toggle.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { useMayControl, useOne, useSendCommand } from '../house-context.tsx';
import { useInstallerAccess } from '../use-installer.ts';
import type { LampPage } from './pages.ts';

type Lamp = DatagramOf<'lamp'>;

const iconOf = ({ Type }: Lamp): IconName => {
  const { isGarageDoor, isBlind } = abilitiesOf(Type);
  return isGarageDoor ? 'garage' : isBlind ? 'blind' : 'bulb';
};

/**
 * Positions an element by percentages of the page. It sets properties by script because the page does not allow style
 * attributes in its markup.
 */
const placeAt = (x: number, y: number) => (element: HTMLElement | null) => {
  element?.style.setProperty('--x', `${x}%`);
  element?.style.setProperty('--y', `${y}%`);
};

/** A lamp at its position; a press switches it. Doors and blinds are only shown. */
const Spot = ({ lamp }: { lamp: Lamp }) => {
  const command = useSendCommand();
  const { Index: No, Name: name, On, LocX, LocY, Type, Reed, Pwrd } = lamp;
  const { isGarageDoor, isBlind } = abilitiesOf(Type);
  const isLit = isGarageDoor ? Reed === 0 : On === 1 && !isBlind;
  const moves = isGarageDoor || isBlind;
  const label = moves ? name : t(isLit ? 'lights.isOn' : 'lights.isOff', { name });
  return (
    <li className="layout__spot" ref={placeAt(LocX, LocY)}>
      <Button
        className="layout__button"
        data-on={isLit ? '' : undefined}
        aria-label={label}
        isDisabled={moves || Pwrd === 0}
        onPress={() => command('LiOn', { No, On: On === 1 ? 0 : 1 })}
      >
        <Icon name={iconOf(lamp)} />
      </Button>
      <span className="layout__name" aria-hidden="true">
        {name}
      </span>
    </li>
  );
};

/** Distance that an arrow key moves a lamp, in percent of the page. */
const step = 5;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};
const withinPage = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)));

/** A lamp that can be dragged to its position, or moved with the arrow keys. */
const MovableSpot = ({ lamp }: { lamp: Lamp }) => {
  const command = useSendCommand();
  const { Index: No, Name: name, LocX, LocY } = lamp;
  const [dragged, drag] = useState<{ readonly x: number; readonly y: number }>();
  const { x, y } = dragged ?? { x: LocX, y: LocY };
  const onPointerMove = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLButtonElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { left, top, width, height } = currentTarget.closest('.layout')!.getBoundingClientRect();
    drag({
      x: withinPage((100 * (clientX - left)) / width),
      y: withinPage((100 * (clientY - top)) / height),
    });
  };
  const drop = () => {
    if (dragged !== undefined) void command('LiLoc', { No, ...dragged });
    drag(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = arrows[event.key];
    if (move === undefined) return;
    event.preventDefault();
    void command('LiLoc', { No, x: withinPage(LocX + move[0]), y: withinPage(LocY + move[1]) });
  };
  return (
    <li className="layout__spot" ref={placeAt(x, y)}>
      <button
        type="button"
        className="layout__button layout__button--movable"
        aria-label={t('lights.placed', { name, x, y })}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={onPointerMove}
        onPointerUp={drop}
        onPointerCancel={() => drag(undefined)}
        onKeyDown={onKeyDown}
      >
        <Icon name={iconOf(lamp)} />
      </button>
      <span className="layout__name" aria-hidden="true">
        {name}
      </span>
    </li>
  );
};

/** True if the reader may place lamps, which requires installer access and an unlocked layout. */
const useMayMove = (): boolean => {
  const mayControl = useMayControl();
  const access = useInstallerAccess();
  const system = useOne('lighting');
  return mayControl && access === 'allowed' && system?.AdLock !== 1;
};

/**
 * Shows the lamps at the positions that the installer set, one page at a time; with installer access they can be moved.
 */
export function Layout({ pages }: { pages: readonly LampPage[] }) {
  const [chosen, choose] = useState(0);
  const mayMove = useMayMove();
  const [isMoving, setMoving] = useState(false);
  const page = pages[chosen] ?? pages[0];
  if (page === undefined) return null;
  return (
    <section aria-labelledby="layout-title">
      <div className="section-head layout__head">
        <h2 id="layout-title" className="section-title">
          {t('lights.layout')}
        </h2>
        {mayMove && <Toggle label={t('lights.moveLamps')} isOn={isMoving} onChange={setMoving} />}
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
        {page.lamps.map((lamp) =>
          mayMove && isMoving ? (
            <MovableSpot key={lamp.Index} lamp={lamp} />
          ) : (
            <Spot key={lamp.Index} lamp={lamp} />
          ),
        )}
      </ul>
    </section>
  );
}
