import { languages } from '../../text/language.ts';
import { t } from '../../text/text.ts';

interface LanguagePickerProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A picker for the language of the pages. The page loads again in the new language, so that nothing of the old one
 * stays.
 */
export const LanguagePicker = ({ value, onChange }: LanguagePickerProps) => (
  <label className="language">
    {t('app.language')}
    <select
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
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
