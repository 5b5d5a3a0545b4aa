import type { ComponentKind } from '@plenum/protocol/component';
import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';

/** A link to the sheet that explains a component. */
export const WhyLink = ({ kind, index, name }: { kind: ComponentKind; index: number; name: string }) => (
  <a
    className="small quiet why"
    href={toHash('overview', 'why', kind, index)}
    title={t('explain.openFor', { name })}
  >
    {t('explain.open')}
  </a>
);
