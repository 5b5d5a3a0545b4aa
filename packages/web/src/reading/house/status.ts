import {
  type Activity,
  isProblem,
  type Status,
  toLabel,
  toSentence,
  toStatusWords,
} from '@plenum/insight/status';
import { enumerations } from '@plenum/protocol/field';
import { t, translate } from '../../text/text.ts';
import { formatSetpoint, type Scale } from '../number/temperature.ts';

const sysMode = enumerations.sysMode;
const mode = sysMode.values;

/** An activity as text. */
export const activityWord = (activity: Activity): string => t(`status.${activity}`);

/** Returns the activity whose colour a mode has. */
export const modeActivity = (value: number): Activity =>
  value === mode.cool ? 'cool' : value === mode.heat ? 'heat' : 'idle';

/** The words of a status in the language of the page; in English they are part of the sentences. */
const languageOf = (activity: Activity) => ({
  air: { [activity]: translate('statusWord', activity) ?? '' } as Record<Activity, string>,
  inLeader: (leader: string) => translate('statusWord', 'inLeader', { leader }) ?? '',
});

/** A status for a reader: its colour, a few words, and a sentence with the reason. */
export interface StatusText {
  readonly activity: Activity | 'alert';
  readonly label: string;
  readonly sentence: string;
}

/** Describes a status in the reader's degrees. A fault is an alert, whatever the component does. */
export function describeStatus(status: Status, scale: Scale): StatusText {
  const write = (wire: number) => `${formatSetpoint(wire, scale)}°`;
  const words = toStatusWords(status, write, languageOf(status.activity));
  const parameters = { ...words, isAt: words.temperature === words.setpoint };
  return {
    activity: isProblem(status) ? 'alert' : status.activity,
    label: translate('statusLabel', status.code, parameters) ?? toLabel(status, write),
    sentence: translate('statusSentence', status.code, parameters) ?? toSentence(status, write),
  };
}
