import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { useHouseContext } from '../context/house-context.tsx';
import { SecretForm } from '../frame/secret-form.tsx';

/** Asks for the installer key of the bridge, which the page forgets when it is left. */
export const InstallerKeyForm = () => {
  const { installerKey } = useHouseContext();
  const given = useStore(installerKey, (key) => key);
  return (
    <SecretForm
      title={t('installation.keyRequired')}
      help={t(given === null ? 'installation.keyHelp' : 'installation.keyWrong')}
      isWrong={given !== null}
      label={t('installation.key')}
      autoComplete="off"
      submit={t('installation.enter')}
      onSubmit={installerKey.set}
    />
  );
};
