import { cloudLimits } from '@plenum/protocol/cloud';
import { showDays, showMinute } from '../part/instants.ts';
import type { Endpoint } from './endpoints.ts';

/** How an endpoint is: a word for its look, one for the reader, and why in a sentence. */
export interface Health {
  readonly is: 'well' | 'failing' | 'off';
  readonly says: string;
  readonly why?: string;
}

const patience = showDays(cloudLimits.endpointPatience);

const whys = {
  gone: 'It answered 410, which says that it wants nothing more.',
  failing: `It took nothing for ${patience}.`,
  developer: 'You disabled it; what happens meanwhile is not kept for it.',
} as const;

/** Milliseconds of nothing but failures after which an endpoint is said to fail; one that missed a message is not. */
const misstep = 60_000;

/** How an endpoint is at an instant (ms UTC). */
export const toHealth = ({ disabled, failingSince }: Endpoint, now: number): Health => {
  if (disabled !== undefined)
    return {
      is: 'off',
      says: 'Disabled',
      why: `${whys[disabled.why]} Since ${showMinute(disabled.at)}. When it is enabled it is told of everything there is.`,
    };
  if (failingSince !== undefined && now - failingSince >= misstep)
    return {
      is: 'failing',
      says: 'Failing',
      why: `Every attempt failed since ${showMinute(failingSince)}. It is disabled after ${patience} of that.`,
    };
  return { is: 'well', says: 'Enabled' };
};
