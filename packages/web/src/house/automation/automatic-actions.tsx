import {
  type AutomaticSettings,
  type AutomationAnswer,
  automaticKindNames,
  automaticKinds,
} from '@plenum/insight/automation';
import { isSensed } from '@plenum/protocol/zone';
import { Segmented } from '../../design/field/segmented.tsx';
import { Stepper } from '../../design/field/stepper.tsx';
import { Toggle } from '../../design/field/toggle.tsx';
import { formatDecimal } from '../../reading/number/intl.ts';
import { formatDay, formatInstant, formatTime } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { ControlFieldset } from '../frame/command-fieldset.tsx';
import { useAll, useTimeZone } from '../house-context.tsx';
import { useReason } from './automation-now.tsx';
import { useAutomation } from './use-automation.ts';
import './automation.css';

/** The numbers that the owner sets, each with the kind of actions that it belongs to. */
const numbers = [
  { name: 'leastRun', kind: 'rest', min: 5, max: 60, step: 5, unit: 'min' },
  { name: 'leastRest', kind: 'rest', min: 5, max: 60, step: 5, unit: 'min' },
  { name: 'filterHours', kind: 'filter', min: 100, max: 2_000, step: 100, unit: 'h' },
] as const;
/** Past actions that are shown. */
const shown = 5;

/** The latest actions, the newest first, each with its reason and how it ended. */
const Past = ({ past }: Pick<AutomationAnswer, 'past'>) => {
  const timeZone = useTimeZone();
  const describe = useReason();
  if (past.length === 0) return null;
  return (
    <ul className="one-date__list" aria-label={t('automatic.past')}>
      {past
        .slice(-shown)
        .toReversed()
        .map(({ kind, since, endedAt, ending, reason }) => (
          <li key={`${kind} ${since}`} className="num small">
            {t('automatic.pastOne', {
              from: formatInstant(since, timeZone),
              to: formatTime(endedAt, timeZone),
              reason: describe(reason),
              // A selector of a message may not contain a hyphen.
              ending: ending.replaceAll('-', '_'),
            })}
          </li>
        ))}
    </ul>
  );
};

/** The cost of surplus air on the latest days. */
const Spill = ({ spill }: Pick<AutomationAnswer, 'spill'>) => {
  const timeZone = useTimeZone();
  if (spill.length === 0) return null;
  return (
    <>
      <h3>{t('automatic.spill')}</h3>
      <ul className="one-date__list" aria-label={t('automatic.spill')}>
        {spill.toReversed().map(({ from, energy, discomfort }) => (
          <li key={from} className="num small">
            {t('automatic.spillDay', {
              day: formatDay(from, timeZone),
              isMeasured: energy !== null,
              energy: formatDecimal(energy ?? 0, 1),
              discomfort: formatDecimal(discomfort, 1),
            })}
          </li>
        ))}
      </ul>
    </>
  );
};

/** Settings of the automatic actions of the bridge, the latest ones, and the cost of surplus air. */
export function AutomaticActions() {
  const { automation, set } = useAutomation();
  const zones = useAll('zone').filter(isSensed);
  if (automation === undefined || zones.length === 0) return null;
  const { settings, past, spill } = automation;
  const change = (changed: Partial<AutomaticSettings>) => set({ ...settings, ...changed });
  const setRoom = (index: number, isOn: boolean) => {
    const others = settings.roomsOff.filter((one) => one !== index);
    return change({ roomsOff: isOn ? others : [...others, index] });
  };
  const isAnyOn = automaticKindNames.some((kind) => settings[kind] !== 'off');
  return (
    <section className="panel card one-date" aria-label={t('automatic.title')}>
      <h2>{t('automatic.title')}</h2>
      <p className="quiet small">{t('automatic.help')}</p>
      <ControlFieldset>
        {automaticKindNames.map((kind) => {
          const { consents } = automaticKinds[kind];
          return (
            <div key={kind} className="automatic__kind">
              <div>
                <p>{t('automatic.kind', { kind })}</p>
                <p className="quiet small">{t('automatic.kindHelp', { kind })}</p>
              </div>
              <Segmented
                label={t('automatic.kind', { kind })}
                options={consents.map((consent, value) => ({
                  value,
                  label: t('automatic.consent', { consent }),
                }))}
                value={(consents as readonly string[]).indexOf(settings[kind])}
                onChange={(value) => change({ [kind]: consents[value] })}
              />
            </div>
          );
        })}
        {numbers
          .filter(({ kind }) => settings[kind] !== 'off')
          .map(({ name, kind: _, ...range }) => (
            <div key={name} className="automatic__kind">
              <p>{t(`automatic.${name}`)}</p>
              <Stepper
                label={t(`automatic.${name}`)}
                value={settings[name]}
                {...range}
                format={(value) => formatDecimal(value, 0)}
                onChange={(value) => change({ [name]: value })}
              />
            </div>
          ))}
        {isAnyOn && (
          <div className="one-date__form">
            {zones.map(({ Index, Name }) => (
              <Toggle
                key={Index}
                label={Name}
                isOn={!settings.roomsOff.includes(Index)}
                onChange={(isOn) => setRoom(Index, isOn)}
              />
            ))}
          </div>
        )}
      </ControlFieldset>
      <Past past={past} />
      <Spill spill={spill} />
    </section>
  );
}
