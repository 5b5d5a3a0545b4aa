import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { useWarningsByComponent } from './use-health.ts';
import '../warning/warning.css';

/** Maximum number of faults that are listed at the top of a page; the others are counted. */
const maxNamed = 3;

/**
 * The health of the house in a few words, with a link to the details. If the house needs attention, the link is at the
 * top of the page with the name of each fault; otherwise it is at the end.
 */
export function HealthLink({ place }: { place: 'top' | 'end' }) {
  const components = useWarningsByComponent();
  const count = components.filter(({ warnings }) => warnings.some(({ about }) => about !== 'note')).length;
  if (count > 0 !== (place === 'top')) return null;
  const faults = components.flatMap(({ kind, index, name, warnings }) =>
    warnings
      .filter(({ about }) => about === 'fault')
      .map(({ title }) => ({
        key: `${kind} ${index} ${title}`,
        to: toHash('overview', kind, index),
        name,
        title,
      })),
  );
  return (
    <>
      {faults.length > 0 && (
        <ul className="warnings" data-activity="alert">
          {faults.slice(0, maxNamed).map(({ key, to, name, title }) => (
            <li key={key} className="warnings__one">
              <Icon name="warning" />
              <p className="warnings__says">
                <a href={to}>{t('health.fault', { name, fault: title })}</a>
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet small">
        {count === 0 ? t('health.well') : t('health.count', { count })}.{' '}
        <a href={toHash('overview', 'health')}>{t('health.title')}</a>
      </p>
    </>
  );
}
