import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { usePatients } from './use-health.ts';

/**
 * How the house is in a few words, with a link to its health: at the top of a page where something needs attention, else
 * at its end.
 */
export const HealthLink = ({ place }: { place: 'top' | 'end' }) => {
  const count = usePatients().filter(({ warnings }) => warnings.some(({ about }) => about !== 'note')).length;
  if (count > 0 !== (place === 'top')) return null;
  return (
    <p className="quiet small">
      {count === 0 ? t('health.well') : t('health.count', { count })}.{' '}
      <a href={toHash('overview', 'health')}>{t('health.title')}</a>
    </p>
  );
};
