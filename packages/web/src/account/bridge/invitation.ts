import type { RecordOf } from '@plenum/protocol/console';
import { t } from '../../text/text.ts';
import { toTermsFacts } from './bridge.ts';

/** Describes the rights that an invitation offers, in a sentence. */
export const toOffer = ({ owner, name: house, ...terms }: RecordOf<'Invitation'>): string =>
  t('sharing.offer', { owner, house, isNamed: house !== '', ...toTermsFacts(terms) });
