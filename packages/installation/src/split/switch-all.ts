import type { Draft } from '../draft.ts';
import { switchSplit } from './set.ts';

/** All on or all off, as the button of the wall controller: units whose flag is not set stay as they are. */
export const switchAllSplits = (draft: Draft, on: number): void => {
  for (const [place, { Act, AllOn, AllOff }] of draft.datagrams.split.entries()) {
    if (Act === 1 && (on === 1 ? AllOn : AllOff) === 1) switchSplit(draft, place, on);
  }
};
