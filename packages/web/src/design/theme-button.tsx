import { Button } from 'react-aria-components';
import type { Theme } from '../state/preferences.ts';
import { Icon, type IconName } from './icon.tsx';

const themes: Readonly<Record<Theme, { icon: IconName; says: string; next: Theme }>> = {
  auto: { icon: 'auto', says: 'System theme', next: 'light' },
  light: { icon: 'sun', says: 'Light theme', next: 'dark' },
  dark: { icon: 'moon', says: 'Dark theme', next: 'auto' },
};

/** Switches between the themes: system, light, dark. */
export const ThemeButton = ({ theme, onChange }: { theme: Theme; onChange: (theme: Theme) => void }) => {
  const { icon, says, next } = themes[theme] ?? themes.auto;
  return (
    <Button
      className="button button--plain button--icon"
      aria-label={`${says}; change`}
      onPress={() => onChange(next)}
    >
      <Icon name={icon} />
    </Button>
  );
};
