import { QrCode } from '../../design/qr-code.tsx';
import { Rich } from '../../text/rich.tsx';
import { t } from '../../text/text.ts';
import { useInstallerAnswer } from '../use-installer.ts';

/** Instructions for pairing a Matter controller; nothing if the bridge does not show its house over Matter. */
export function MatterPairing() {
  const matter = useInstallerAnswer()?.matter;
  if (matter === undefined) return null;
  const { paired, manual, qr } = matter;
  return (
    <section className="setup__matter card" aria-labelledby="matter-title">
      <h2 id="matter-title">{t('setup.matter')}</h2>
      {qr === undefined || manual === undefined ? (
        <p>{t('setup.matterPaired', { count: paired })}</p>
      ) : (
        <>
          <p>
            <Rich
              text={t('setup.matterPair', { digits: manual })}
              parts={{ code: (content) => <code className="setup__option">{content}</code> }}
            />
          </p>
          <QrCode text={qr} label={t('setup.matterCode')} />
        </>
      )}
    </section>
  );
}
