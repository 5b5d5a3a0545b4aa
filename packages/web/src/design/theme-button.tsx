import { Button } from 'react-aria-components';
import type { Theme } from '../state/preferences.ts';
import { type PlainKey, t } from '../text/text.ts';
import { Icon, type IconName } from './icon.tsx';

const themes: Readonly<Record<Theme, { icon: IconName; says: PlainKey; next: Theme }>> = {
  auto: { icon: 'auto', says: 'design.systemTheme', next: 'light' },
  light: { icon: 'sun', says: 'design.lightTheme', next: 'dark' },
  dark: { icon: 'moon', says: 'design.darkTheme', next: 'auto' },
};

export function ThemeButton({ theme, onChange }: { theme: Theme; onChange: (theme: Theme) => void }) {
  const { icon, says, next } = themes[theme] ?? themes.auto;
  return (
    <Button
      className="button button--plain button--icon"
      aria-label={t('design.changeTheme', { theme: t(says) })}
      onPress={() => onChange(next)}
    >
      <Icon name={icon} />
    </Button>
  );
}
