import { languages } from '../../text/language.ts';
import { type Language, t } from '../../text/text.ts';

interface LanguagePickerProps {
  readonly value: Language | 'auto';
  readonly onChange: (value: Language | 'auto') => void;
}

/** Chooses the language of the pages. The page loads again in it: nothing of the old language may stay. */
export const LanguagePicker = ({ value, onChange }: LanguagePickerProps) => (
  <label className="language">
    {t('app.language')}
    <select
      value={value}
      onChange={(event) => {
        onChange(event.target.value as Language | 'auto');
        window.location.reload();
      }}
    >
      <option value="auto">{t('app.systemLanguage')}</option>
      {languages.map((each) => (
        <option key={each.value} value={each.value} lang={each.value}>
          {each.label}
        </option>
      ))}
    </select>
  </label>
);
