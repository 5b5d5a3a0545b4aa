import { languages } from '../../text/language.ts';
import { t } from '../../text/text.ts';

interface LanguagePickerProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Selects the language of the pages. The page reloads, so that no text remains in the old language. */
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
