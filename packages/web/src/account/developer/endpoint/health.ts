import { cloudLimits } from '@plenum/protocol/cloud';
import type { Endpoint } from '../endpoints.ts';
import { formatDays, formatMinute } from '../ui/format.ts';

/** The health of an endpoint: a key for its style, a label, and the reason in a sentence. */
export interface Health {
  readonly is: 'well' | 'failing' | 'off';
  readonly says: string;
  readonly why?: string;
}

const disabledAfter = () => formatDays(cloudLimits.disableEndpointAfter);

const whys = () => ({
  gone: 'It answered 410 (Gone), so nothing more is sent.',
  failing: `It accepted nothing for ${disabledAfter()}.`,
  developer: 'You disabled it; changes in the meantime are not stored for it.',
});

/** Milliseconds of failures after which an endpoint counts as failing; one missed message does not. */
const misstep = 60_000;

/** The health of an endpoint at an instant (ms UTC). */
export const toHealth = ({ disabled, failingSince }: Endpoint, now: number): Health => {
  if (disabled !== undefined)
    return {
      is: 'off',
      says: 'Disabled',
      why: `${whys()[disabled.why]} Since ${formatMinute(disabled.at)}. When it is enabled again, it receives the full state.`,
    };
  if (failingSince !== undefined && now - failingSince >= misstep)
    return {
      is: 'failing',
      says: 'Failing',
      why: `Every attempt failed since ${formatMinute(failingSince)}. It is disabled after ${disabledAfter()} of failures.`,
    };
  return { is: 'well', says: 'Enabled' };
};
