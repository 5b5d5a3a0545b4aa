import { Button } from 'react-aria-components';
import { ThemeButton } from '../../design/theme-button.tsx';
import { t } from '../../text/text.ts';
import { usePreference } from '../context/house-context.tsx';

export function PreferenceButtons() {
  const [scale, setScale] = usePreference('scale');
  const [theme, setTheme] = usePreference('theme');
  return (
    <>
      <Button
        className="button button--plain button--icon num"
        aria-label={t('house.changeScale', { scale })}
        onPress={() => setScale(scale === 'C' ? 'F' : 'C')}
      >
        °{scale}
      </Button>
      <ThemeButton theme={theme} onChange={setTheme} />
    </>
  );
}
