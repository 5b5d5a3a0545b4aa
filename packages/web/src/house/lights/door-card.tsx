import type { DatagramOf } from '@plenum/protocol/component';
import { type DoorAim, doorTravelTime, longestDoorTravel, needsPress } from '@plenum/protocol/lighting';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { useMayMoveDoors, useSendCommand } from '../house-context.tsx';

interface Motion {
  readonly aim: DoorAim;
  readonly isOver: boolean;
}

/** A door reports only whether it is shut, so an opening door counts as moving for its travel time. */
const useMotion = (reed: number) => {
  const [motion, setMotion] = useState<Motion>();
  useEffect(() => {
    if (motion === undefined || motion.isOver) return;
    if (motion.aim === 'close' && reed === 1) return setMotion(undefined);
    const end = () => setMotion(motion.aim === 'open' ? undefined : { ...motion, isOver: true });
    const timer = setTimeout(end, motion.aim === 'open' ? doorTravelTime : longestDoorTravel);
    return () => clearTimeout(timer);
  }, [motion, reed]);
  return { motion, begin: (aim: DoorAim) => setMotion({ aim, isOver: false }) };
};

const stateOf = (motion: Motion | undefined, reed: number): string => {
  if (motion !== undefined && !motion.isOver)
    return t(motion.aim === 'open' ? 'lights.opening' : 'lights.closing');
  return t(reed === 1 ? 'lights.shut' : 'lights.open');
};

/**
 * A card for a garage door: its state, and its button, which asks for confirmation because the door gives access to the
 * house.
 */
export function DoorCard({ lamp }: { lamp: DatagramOf<'lamp'> }) {
  const command = useSendCommand();
  const mayMove = useMayMoveDoors();
  const { Index: No, Name: name, Reed, Pwrd } = lamp;
  const { motion, begin } = useMotion(Reed);
  const [toConfirm, setToConfirm] = useState<DoorAim>();
  const isMoving = motion !== undefined && !motion.isOver;
  const aim: DoorAim = Reed === 1 ? 'open' : 'close';
  const press = async (wanted: DoorAim) => {
    setToConfirm(undefined);
    // The door may have been moved elsewhere while the confirmation was open.
    if (!needsPress(wanted, lamp)) return;
    if (await command('LiOn', { No, On: wanted === 'open' ? 1 : 0 })) begin(wanted);
  };
  return (
    <li className="lights__card card" data-activity={Reed === 0 ? 'alert' : 'idle'}>
      <div className="lights__head">
        <h3 className="lights__name">
          <Icon name="garage" /> <a href={toHash('lights', 'lamp', No)}>{name}</a>
        </h3>
        <p className="badge" role="status">
          {stateOf(motion, Reed)}
        </p>
      </div>
      {motion?.isOver && Reed === 0 && <p className="problem">{t('lights.didNotShut')}</p>}
      {mayMove ? (
        <Button className="button" isDisabled={isMoving || Pwrd === 0} onPress={() => setToConfirm(aim)}>
          {t(aim === 'open' ? 'lights.openDoor' : 'lights.closeDoor')}
        </Button>
      ) : (
        <p className="small quiet">{t('lights.ownerOnly')}</p>
      )}
      {toConfirm !== undefined && (
        <Dialog
          title={t(toConfirm === 'open' ? 'lights.openAsk' : 'lights.closeAsk', { name })}
          isOpen
          onClose={() => setToConfirm(undefined)}
        >
          <p>{t(toConfirm === 'open' ? 'lights.openWarning' : 'lights.closeWarning')}</p>
          <div className="dialog__choices">
            <Button className="button" autoFocus onPress={() => setToConfirm(undefined)}>
              {t('lights.cancel')}
            </Button>
            <Button
              className={`button ${toConfirm === 'open' ? 'button--danger' : 'button--main'}`}
              onPress={() => void press(toConfirm)}
            >
              {t(toConfirm === 'open' ? 'lights.openDoor' : 'lights.closeDoor')}
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}
