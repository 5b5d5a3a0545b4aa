import { type Right, rights } from '@plenum/protocol/console';
import { Segmented } from '../../design/field/segmented.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { t } from '../../text/text.ts';
import { toLocalText } from './local-time.ts';

/** The terms of a guest: a right, and its end as local date and time (HTML, "datetime-local"); empty for no end. */
export interface Terms {
  readonly right: Right;
  readonly end: string;
}

/** Converts the terms in a form to the body of a request. */
export const toTermsBody = ({ right: access, end }: Terms) => ({
  access,
  ...(end !== '' && { until: new Date(end).getTime() }),
});

interface TermsFieldsProps {
  readonly terms: Terms;
  readonly onChange: (terms: Terms) => void;
  readonly isEndInvalid: boolean;
}

/** Form fields for the rights of a guest and their end. */
export const TermsFields = ({ terms, onChange, isEndInvalid }: TermsFieldsProps) => (
  <>
    <div className="field">
      <span className="field__label" aria-hidden="true">
        {t('sharing.access')}
      </span>
      <Segmented
        label={t('sharing.access')}
        options={rights.map((right, value) => ({ value, label: t(`sharing.${right}`) }))}
        value={rights.indexOf(terms.right)}
        onChange={(at) => onChange({ ...terms, right: rights[at]! })}
      />
    </div>
    <TextField
      label={t('sharing.ends')}
      type="datetime-local"
      value={terms.end}
      min={toLocalText(Date.now())}
      isInvalid={isEndInvalid}
      onChange={(end) => onChange({ ...terms, end })}
      hint={t('sharing.endsHint')}
    />
  </>
);
