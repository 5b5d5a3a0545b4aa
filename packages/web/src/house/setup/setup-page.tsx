import { findSetupProblems } from '@plenum/insight/setup';
import { useState } from 'react';
import { Icon } from '../../design/icon.tsx';
import { Rich } from '../../text/rich.tsx';
import { t } from '../../text/text.ts';
import { useDatagrams } from '../context/house-context.tsx';
import { useInstallerAccess } from '../context/use-installer.ts';
import { ControlFieldset } from '../frame/command-fieldset.tsx';
import { Loading } from '../frame/loading.tsx';
import { toHash, useRoute } from '../frame/routes.ts';
import { TimeZoneSetting } from '../time-zone/time-zone-setting.tsx';
import { CheckList } from './check-list.tsx';
import { InstallerKeyForm } from './installer-key-form.tsx';
import { MatterPairing } from './matter-pairing.tsx';
import { AdvancedForms, type Chosen, StepForms } from './step-forms.tsx';
import { advanced, check, type PageStep, stepsOf, titleOf, zoneStep } from './steps.ts';
import './setup.css';

/** The steps as links. The link to the check shows the number of conflicts. */
const StepList = ({
  steps,
  current,
  problems,
}: {
  steps: readonly PageStep[];
  current: PageStep;
  problems: number;
}) => (
  <nav className="setup__steps" aria-label={t('setup.steps')}>
    <ol>
      {steps.map((step) => (
        <li key={step}>
          <a
            className="setup__step"
            href={toHash('setup', step)}
            aria-current={step === current ? 'step' : undefined}
          >
            {titleOf(step)}
            {step === check && problems > 0 && (
              <span className="badge" data-activity="alert">
                <span aria-hidden="true">{problems}</span>
                <span className="hidden">{t('setup.problems', { count: problems })}</span>
              </span>
            )}
          </a>
        </li>
      ))}
    </ol>
  </nav>
);

const Steps = () => {
  const datagrams = useDatagrams();
  const [wanted] = useRoute().rest;
  const [chosen, choose] = useState<Chosen>({});
  const steps = stepsOf(datagrams);
  const step = steps.find((each) => each === wanted) ?? steps[0]!;
  const next = steps[steps.indexOf(step) + 1];
  const problems = [...findSetupProblems(datagrams)];
  return (
    <div className="setup">
      <StepList steps={steps} current={step} problems={problems.length} />
      <div className="setup__content">
        <section className="setup__section" aria-labelledby="step-title">
          <h2 id="step-title" className="section-title">
            {titleOf(step)}
          </h2>
          {step === check && <CheckList problems={problems} />}
          {step === advanced && <AdvancedForms choice={{ chosen, choose }} />}
          {step === zoneStep && <TimeZoneSetting />}
          {step !== check && step !== advanced && step !== zoneStep && (
            <StepForms key={step} step={step} choice={{ chosen, choose }} />
          )}
        </section>
        {next !== undefined && next !== advanced && (
          <a className="button setup__next" href={toHash('setup', next)}>
            {t('setup.next', { step: titleOf(next) })}
            <Icon name="forward" />
          </a>
        )}
      </div>
    </div>
  );
};

/** The setup page, for people who have the installer key or use the machine of the bridge. */
export const SetupPage = () => {
  const access = useInstallerAccess();
  if (access === undefined) return <Loading />;
  if (access === 'needs-key') return <InstallerKeyForm />;
  if (access !== 'allowed')
    return (
      <section className="key-form card" role="status">
        <h2>
          <Icon name="lock" /> {t('setup.title')}
        </h2>
        <p>
          <Rich
            text={t(access === null ? 'setup.noInstaller' : 'setup.notFromHere')}
            parts={{ code: (content) => <code className="setup__option">{content}</code> }}
          />
        </p>
      </section>
    );
  return (
    <ControlFieldset>
      <div className="page">
        <p className="quiet">{t('setup.help')}</p>
        <Steps />
        <MatterPairing />
      </div>
    </ControlFieldset>
  );
};
