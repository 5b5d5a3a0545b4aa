import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { useHouseContext } from '../context/house-context.tsx';
import { SecretForm } from '../frame/secret-form.tsx';

/** Asks for the installer key of the bridge. The key is forgotten when the page is left. */
export function InstallerKeyForm() {
  const { installerKey } = useHouseContext();
  const given = useStore(installerKey, (key) => key);
  return (
    <SecretForm
      title={t('setup.keyRequired')}
      help={t(given === null ? 'setup.keyHelp' : 'setup.keyWrong')}
      isWrong={given !== null}
      label={t('setup.key')}
      autoComplete="off"
      submit={t('setup.enter')}
      onSubmit={installerKey.set}
    />
  );
}
