import type { ComponentKind } from '@plenum/protocol/component';
import { t } from '../../text/text.ts';
import { type HousePageName, toHash } from '../frame/routes.ts';

interface WhyLinkProps {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly name: string;
  /** The page that the sheet opens over. */
  readonly page?: HousePageName;
}

export const WhyLink = ({ kind, index, name, page = 'overview' }: WhyLinkProps) => (
  <a
    className="small quiet why"
    href={toHash(page, 'why', kind, index)}
    title={t('explain.openFor', { name })}
  >
    {t('explain.open')}
  </a>
);
