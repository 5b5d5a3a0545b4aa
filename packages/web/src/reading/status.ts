import { enumerations } from '@plenum/protocol/field';
import { type Activity, type Status, toLabel, toSentence } from '@plenum/protocol/status';
import { formatSetpoint, type Scale } from './temperature.ts';

const { sysMode } = enumerations;
const mode = sysMode.values;

/** An activity as text. */
export const activityWords: Readonly<Record<Activity, string>> = {
  cool: 'Cooling',
  heat: 'Heating',
  vent: 'Fan only',
  idle: 'Idle',
  off: 'Off',
};

/** The activity of a mode, for its colour. */
export const modeActivity = (value: number): Activity =>
  value === mode.cool ? 'cool' : value === mode.heat ? 'heat' : 'idle';

/** A status in the reader's degrees: a few words, and the sentence with its reason. */
export const describeStatus = (status: Status, scale: Scale) => {
  const write = (wire: number) => `${formatSetpoint(wire, scale)}°`;
  return { label: toLabel(status, write), sentence: toSentence(status, write) };
};
