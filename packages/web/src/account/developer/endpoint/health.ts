import { cloudLimits } from '@plenum/protocol/cloud';
import { t } from '../../../text/text.ts';
import type { WebhookEndpoint } from '../endpoints.ts';
import { formatDays, formatMinute } from '../ui/format.ts';

/** The health of an endpoint: a key for its style, a label, and the reason as a sentence. */
export interface Health {
  readonly is: 'well' | 'failing' | 'off';
  readonly says: string;
  readonly why?: string;
}

const disabledAfter = () => formatDays(cloudLimits.disableEndpointAfter);

const whys = () => ({
  gone: t('console.gone'),
  failing: t('console.failing', { time: disabledAfter() }),
  developer: t('console.byDeveloper'),
});

/** Duration of failures after which an endpoint counts as failing, in ms; a single missed message does not count. */
const misstep = 60_000;

/** Returns the health of an endpoint at a time (ms UTC). */
export function toHealth({ disabled, failingSince }: WebhookEndpoint, now: number): Health {
  if (disabled !== undefined)
    return {
      is: 'off',
      says: t('console.disabled'),
      why: t('console.since', { why: whys()[disabled.why], at: formatMinute(disabled.at) }),
    };
  if (failingSince !== undefined && now - failingSince >= misstep)
    return {
      is: 'failing',
      says: t('console.isFailing'),
      why: t('console.failingSince', { since: formatMinute(failingSince), time: disabledAfter() }),
    };
  return { is: 'well', says: t('console.enabled') };
}
