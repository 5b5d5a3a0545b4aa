import type { Activity, Status } from '@plenum/insight/status';
import { enumerations } from '@plenum/protocol/field';
import { t } from '../../text/text.ts';
import { formatSetpoint, type Scale } from '../number/temperature.ts';

const sysMode = enumerations.sysMode;
const mode = sysMode.values;

/** An activity as text. */
export const activityWord = (activity: Activity): string => t(`status.${activity}`);

/** The activity of a mode, for its colour. */
export const modeActivity = (value: number): Activity =>
  value === mode.cool ? 'cool' : value === mode.heat ? 'heat' : 'idle';

/** A status in the reader's degrees: a few words, and the sentence with its reason. */
export const describeStatus = (status: Status, scale: Scale) => {
  const write = (wire: number) => `${formatSetpoint(wire, scale)}°`;
  return { label: t('status.label', { status, write }), sentence: t('status.sentence', { status, write }) };
};
