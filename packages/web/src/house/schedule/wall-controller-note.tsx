import { t } from '../../text/text.ts';
import { useDeviceHealth } from '../house-context.tsx';

/**
 * Explains what the wall controller of a real device shows while an exception is in effect: the bridge changes the week
 * of the device for that time (decisions/023).
 */
export const WallControllerNote = () =>
  useDeviceHealth() !== undefined && <p className="quiet small">{t('oneDate.wallController')}</p>;
