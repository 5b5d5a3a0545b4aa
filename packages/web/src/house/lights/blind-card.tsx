import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { useSendCommand } from '../house-context.tsx';

const { up, stop, down } = enumerations.blindDrive.values;
const moves = [
  { mode: up, title: 'lights.up', icon: 'up' },
  { mode: stop, title: 'lights.stop', icon: 'stop' },
  { mode: down, title: 'lights.down', icon: 'down' },
] as const;

const positionOf = (percent: number): string => {
  if (percent === 100) return t('lights.open');
  return percent === 0 ? t('lights.shut') : t('lights.partlyOpen', { percent });
};

/** A card for a blind: its position, and buttons for up, stop and down. */
export function BlindCard({ lamp }: { lamp: DatagramOf<'lamp'> }) {
  const command = useSendCommand();
  const { Index: No, Name: name, Pos } = lamp;
  return (
    <li className="lights__card card">
      <div className="lights__head">
        <h3 className="lights__name">
          <Icon name="blind" /> <a href={toHash('lights', 'lamp', No)}>{name}</a>
        </h3>
        {Pos !== undefined && <p className="small num">{positionOf(Pos)}</p>}
      </div>
      <div className="lights__moves">
        {moves.map(({ mode, title, icon }) => (
          <Button
            key={mode}
            className="button"
            aria-label={t(title, { name })}
            onPress={() => command('CbldDrive', { No, Mode: mode })}
          >
            <Icon name={icon} />
          </Button>
        ))}
      </div>
    </li>
  );
}
