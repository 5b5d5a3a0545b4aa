import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { SecretForm } from '../frame/secret-form.tsx';
import { useHouseContext } from '../house-context.tsx';

/** Asks for the installer key of the bridge. The key is forgotten when the page is left. */
export function InstallerKeyForm({ help, submit }: { readonly help: string; readonly submit: string }) {
  const { installerKey } = useHouseContext();
  const given = useStore(installerKey, (key) => key);
  return (
    <SecretForm
      title={t('setup.keyRequired')}
      help={given === null ? help : t('setup.keyWrong')}
      isWrong={given !== null}
      label={t('setup.key')}
      autoComplete="off"
      submit={submit}
      onSubmit={installerKey.set}
    />
  );
}
