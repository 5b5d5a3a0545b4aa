import type { CivilTime } from '../calendar/calendar.ts';
import { CLOSE, CONSTANT } from '../ducted/zone-modes.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import { addFault } from './fault-history.ts';
import { switchOff } from './switch.ts';

const minute = 60_000;
/** Seconds with every zone closed before AutoOff switches off, to leave time to open another one. */
const MAX_CLOSED = 60;
/** Seconds in a month of filter life, a twelfth of a year. */
export const FILTER_MONTH = (365.25 / 12) * 86_400;
/** `ACError` without a fault (interface 2.2). */
const NO_ERROR = ' OK';

/** Counts the sleep timer down (SleepTimerM shows the minutes left) and switches off at its end. */
const countDown = (draft: Draft, at: number): void => {
  const { sleepUntil } = draft.plant.unit!;
  if (sleepUntil === 0) return;
  if (at >= sleepUntil) switchOff(draft);
  else patch(draft, 'unit', 0, { SleepTimerM: Math.ceil((sleepUntil - at) / minute) });
};

const everyClosed = ({ datagrams: { zone } }: Draft): boolean => {
  for (let place = 0; place < zone.length; place++) {
    const { Mode } = zone[place]!;
    if (Mode !== CLOSE && Mode !== CONSTANT) return false;
  }
  return true;
};

/**
 * Switches off once every zone has been closed for a while (interface 2.2, AutoOff). Zones in constant mode count as
 * closed.
 */
const switchOffUnused = (draft: Draft, seconds: number): void => {
  const unit = draft.datagrams.unit[0]!;
  const plant = draft.plant.unit!;
  if (unit.AutoOff === 0 || unit.SysOn === 0 || unit.HvacOnOff === 0 || !everyClosed(draft)) {
    plant.closedSeconds = 0;
    return;
  }
  plant.closedSeconds += seconds;
  if (plant.closedSeconds < MAX_CLOSED) return;
  plant.closedSeconds = 0;
  switchOff(draft);
};

/** Shows the unit's fault or its absence, and adds a new fault to the history at a local time. */
export function showFault(draft: Draft, civil: CivilTime): void {
  const { fault } = draft.plant.unit!;
  const shown = fault === '' ? NO_ERROR : fault;
  if (draft.datagrams.unit[0]!.ACError === shown) return;
  patch(draft, 'unit', 0, { ACError: shown });
  if (fault === '') return;
  const { Faults } = draft.datagrams.faults[0]!;
  patch(draft, 'faults', 0, { Faults: addFault(Faults, fault, civil) });
}

/**
 * Warns of the filter after the set number of months (FilterWarn; 0 = never). The months are counted by the calendar
 * from the first time the fan draws air through the filter, even while the fan is off.
 */
const showFilter = (draft: Draft, seconds: number): void => {
  const plant = draft.plant.unit!;
  const { FilterWarn, Warnings } = draft.datagrams.unit[0]!;
  if (plant.fanSpeed > 0 || plant.filterSeconds > 0) plant.filterSeconds += seconds;
  const shown = FilterWarn > 0 && plant.filterSeconds >= FilterWarn * FILTER_MONTH ? 'filter' : 'none';
  if (Warnings !== shown) patch(draft, 'unit', 0, { Warnings: shown });
};

/** Advances sleep timer, AutoOff, faults and filter of the unit by one step. */
export function advanceTimers(draft: Draft, step: Step): void {
  countDown(draft, step.at);
  switchOffUnused(draft, step.seconds);
  showFault(draft, step.civil);
  showFilter(draft, step.seconds);
}
