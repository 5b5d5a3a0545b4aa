import { t } from '../../text/text.ts';
import { useConnection, useHouseContext } from '../house-context.tsx';

export function Loading() {
  const isLost = useConnection() === 'lost';
  const { name } = useHouseContext().source;
  return (
    <div className="waiting cards" role="status">
      <p className={isLost ? 'waiting__words' : 'hidden'}>
        {isLost ? t('house.connectsWhen', { name }) : t('house.loading')}
      </p>
      <div className="waiting__block waiting__block--tall" />
      {[1, 2, 3, 4].map((each) => (
        <div key={each} className="waiting__block" />
      ))}
    </div>
  );
}
