import type { FavouriteExceptionRef, KeptException } from '@plenum/protocol/schedule';
import { Button } from 'react-aria-components';
import { formatLocalDate } from '../../reading/time/next-run.ts';
import { t } from '../../text/text.ts';
import { describeException } from './describe-exception.ts';
import { exceptionsPath } from './use-exceptions.ts';

interface ExceptionListProps {
  readonly exceptions: readonly KeptException[];
  readonly send: (where: string, body: FavouriteExceptionRef) => Promise<boolean>;
}

const refOf = (one: KeptException): FavouriteExceptionRef =>
  one.kind === 'holiday'
    ? { kind: one.kind, date: one.date }
    : { kind: one.kind, index: one.index, date: one.date };

/** Lists exceptions, each with a button that removes it. */
export const ExceptionList = ({ exceptions, send }: ExceptionListProps) =>
  exceptions.length > 0 && (
    <ul className="one-date__list">
      {exceptions.map((one) => (
        <li key={`${one.kind} ${one.date}`} className="one-date__one">
          <span className="num">
            {describeException(one)}
            {one.isApplied && <span className="badge">{t('oneDate.now')}</span>}
          </span>
          <Button
            className="button button--small"
            aria-label={t('oneDate.endOf', { day: formatLocalDate(one.date) })}
            onPress={() => send(`${exceptionsPath}/end`, refOf(one))}
          >
            {t('oneDate.end')}
          </Button>
        </li>
      ))}
    </ul>
  );
