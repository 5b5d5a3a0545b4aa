import { Button } from 'react-aria-components';
import { Icon, type IconName } from '../../design/icon.tsx';
import type { Theme } from '../../live/preferences.ts';
import { usePreference } from '../context.tsx';

const themes: Readonly<Record<Theme, { icon: IconName; says: string; next: Theme }>> = {
  auto: { icon: 'auto', says: 'Theme as the system has it', next: 'light' },
  light: { icon: 'sun', says: 'Light theme', next: 'dark' },
  dark: { icon: 'moon', says: 'Dark theme', next: 'auto' },
};

/** What a reader chooses for this machine: the scale of temperatures, light or dark. */
export const PreferenceButtons = () => {
  const [scale, setScale] = usePreference('scale');
  const [theme, setTheme] = usePreference('theme');
  const { icon, says, next } = themes[theme] ?? themes.auto;
  return (
    <>
      <Button
        className="button button--plain button--icon num"
        aria-label={`°${scale}, change the scale`}
        onPress={() => setScale(scale === 'C' ? 'F' : 'C')}
      >
        °{scale}
      </Button>
      <Button
        className="button button--plain button--icon"
        aria-label={`${says}; change`}
        onPress={() => setTheme(next)}
      >
        <Icon name={icon} />
      </Button>
    </>
  );
};
