import { instant, record } from '../field/make.ts';
import type { Value } from '../field/value.ts';

/** A step of the clock that continues. */
export const stepping = record(
  'the time that the house catches up on after a step of its clock; left out once it has',
  {
    from: instant('the time of the house before'),
    at: instant('the time that it has reached'),
    to: instant('the time that it will reach'),
  },
);

export type Stepping = Value<typeof stepping>;
