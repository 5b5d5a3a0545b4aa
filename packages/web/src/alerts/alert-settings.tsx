import type { AlertChoices } from '@plenum/protocol/alert';
import { type FormEvent, useEffect, useState } from 'react';
import { SetpointStepper } from '../definition/setpoint-stepper.tsx';
import { ActionButton } from '../design/action-button.tsx';
import { FormError } from '../design/field/form-error.tsx';
import { Picker } from '../design/field/picker.tsx';
import { Toggle } from '../design/field/toggle.tsx';
import type { Scale } from '../reading/number/temperature.ts';
import { type PlainKey, t } from '../text/text.ts';
import type { AlertHouse, ChosenAlerts } from './alert-server.ts';
import type { AlertSupport, PushAlerts } from './alerts.ts';
import './alerts.css';

const missing: Readonly<Record<Exclude<AlertSupport, 'possible'>, PlainKey>> = {
  insecure: 'alerts.insecure',
  unsupported: 'alerts.unsupported',
  'share-menu': 'alerts.shareMenu',
  denied: 'alerts.denied',
};

const byDefault: AlertChoices = { fault: true, filter: true, battery: true, offline: true };
const defaultRange = { low: 1600, high: 3000, minutes: 60 };
const durations = [10, 30, 60, 120, 240, 480, 1_440];

interface FormProps {
  readonly draft: AlertChoices;
  readonly knowsOffline: boolean;
  readonly scale: Scale;
  readonly onChange: (draft: AlertChoices) => void;
}

const Range = ({ draft, scale, onChange }: FormProps) => {
  const { range } = draft;
  if (range === undefined) return null;
  const set = (change: Partial<typeof range>) => onChange({ ...draft, range: { ...range, ...change } });
  return (
    <div className="alerts__range">
      <div className="field">
        <span className="field__label">{t('alerts.low')}</span>
        <SetpointStepper
          label={t('alerts.low')}
          scale={scale}
          min={500}
          max={range.high - 50}
          step={50}
          settle={0}
          value={range.low}
          onChange={(low) => set({ low })}
        />
      </div>
      <div className="field">
        <span className="field__label">{t('alerts.high')}</span>
        <SetpointStepper
          label={t('alerts.high')}
          scale={scale}
          min={range.low + 50}
          max={3500}
          step={50}
          settle={0}
          value={range.high}
          onChange={(high) => set({ high })}
        />
      </div>
      <Picker
        label={t('alerts.howLong')}
        options={durations.map((minutes) => ({
          value: minutes,
          label:
            minutes < 60
              ? t('alerts.minutes', { count: minutes })
              : t('alerts.hours', { count: minutes / 60 }),
        }))}
        value={range.minutes}
        onChange={(minutes) => set({ minutes })}
      />
    </div>
  );
};

const Choices = (props: FormProps) => {
  const { draft, knowsOffline, onChange } = props;
  const kinds = ['fault', 'filter', 'battery', ...(knowsOffline ? (['offline'] as const) : [])] as const;
  const { range: _, ...without } = draft;
  return (
    <>
      {kinds.map((kind) => (
        <Toggle
          key={kind}
          label={t(`alerts.${kind}`)}
          isOn={draft[kind]}
          onChange={(isOn) => onChange({ ...draft, [kind]: isOn })}
        />
      ))}
      <Toggle
        label={t('alerts.range')}
        isOn={draft.range !== undefined}
        onChange={(isOn) => onChange(isOn ? { ...without, range: defaultRange } : without)}
      />
      <Range {...props} />
    </>
  );
};

interface SettingsProps {
  readonly alerts: PushAlerts;
  readonly scale: Scale;
}

/** The running action, its result and its error. Only one action runs at a time. */
const useAction = () => {
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<string>();
  const [done, setDone] = useState<string>();
  const run = async (name: string, act: () => Promise<string | undefined>) => {
    setBusy(name);
    setError(undefined);
    setDone(undefined);
    try {
      setDone(await act());
    } catch (failure) {
      setError((failure as Error).message);
    }
    setBusy(undefined);
  };
  return { busy, error, done, run };
};

/**
 * The choice of this browser (`undefined` until the server has responded), and the houses in its account, if they are
 * known.
 */
const useChosen = (alerts: PushAlerts) => {
  const [chosen, setChosen] = useState<ChosenAlerts | null>();
  const [houses, setHouses] = useState<readonly AlertHouse[]>();
  useEffect(() => {
    const settled = Promise.allSettled([alerts.read(), alerts.houses()]);
    void settled.then(([read, listed]) => {
      setHouses(listed.status === 'fulfilled' ? listed.value : undefined);
      setChosen(read.status === 'fulfilled' ? read.value : null);
    });
  }, [alerts]);
  return { chosen, setChosen, houses };
};

interface HouseFormProps {
  readonly draft: ChosenAlerts;
  readonly houses: readonly AlertHouse[] | undefined;
  readonly knowsOffline: boolean;
  readonly scale: Scale;
  readonly onChange: (draft: ChosenAlerts) => void;
}

const everyHouse = -1;

/** The form of the choice for all houses, or of the separate choice for one house. */
const HouseForm = ({ draft, houses = [], onChange, ...form }: HouseFormProps) => {
  const [place, setPlace] = useState(everyHouse);
  const house = houses[place];
  const own = draft.houses.find(({ systemId }) => systemId === house?.systemId);
  const others = draft.houses.filter((one) => one !== own);
  const setOwn = (choices: AlertChoices) =>
    onChange({ ...draft, houses: [...others, { systemId: house!.systemId, choices }] });
  return (
    <>
      {houses.length > 1 && (
        <Picker
          label={t('alerts.house')}
          options={[
            { value: everyHouse, label: t('alerts.everyHouse') },
            ...houses.map(({ title }, value) => ({ value, label: title })),
          ]}
          value={place}
          onChange={setPlace}
        />
      )}
      {house !== undefined && (
        <Toggle
          label={t('alerts.ownChoice')}
          isOn={own !== undefined}
          onChange={(isOn) => (isOn ? setOwn(draft.choices) : onChange({ ...draft, houses: others }))}
        />
      )}
      {house === undefined && (
        <Choices {...form} draft={draft.choices} onChange={(choices) => onChange({ ...draft, choices })} />
      )}
      {own !== undefined && <Choices key={own.systemId} {...form} draft={own.choices} onChange={setOwn} />}
    </>
  );
};

const Settings = ({ alerts, scale }: SettingsProps) => {
  const { chosen, setChosen, houses } = useChosen(alerts);
  const [edited, edit] = useState<ChosenAlerts>();
  const { busy, error, done, run } = useAction();
  if (chosen === undefined) return null;
  const draft = edited ?? chosen ?? { choices: byDefault, houses: [] };
  const isOn = chosen !== null;
  const save = async () => {
    // Drops the choice for a house that is no longer in the account.
    const own = draft.houses.filter(
      (one) => houses?.some(({ systemId }) => systemId === one.systemId) ?? true,
    );
    const isOwnChanged = own.length > 0 || (chosen?.houses.length ?? 0) > 0;
    if (!(await alerts.save({ choices: draft.choices, ...(isOwnChanged && { houses: own }) })))
      return t('alerts.notAllowed');
    setChosen({ choices: draft.choices, houses: own });
    return t('alerts.saved');
  };
  const end = async () => {
    await alerts.end();
    setChosen(null);
    return t('alerts.ended');
  };
  const test = async () => {
    await alerts.test();
    return t('alerts.tested');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run('save', save);
  };
  return (
    <form className="alerts" onSubmit={submit}>
      <HouseForm
        draft={draft}
        houses={houses}
        scale={scale}
        knowsOffline={alerts.knowsOffline}
        onChange={edit}
      />
      <FormError sentence={error} />
      <div className="panel__row">
        <ActionButton isBusy={busy === 'save'}>{isOn ? t('alerts.save') : t('alerts.start')}</ActionButton>
        {isOn && (
          <ActionButton variant="secondary" isBusy={busy === 'test'} onPress={() => void run('test', test)}>
            {t('alerts.test')}
          </ActionButton>
        )}
        {isOn && (
          <ActionButton variant="secondary" isBusy={busy === 'end'} onPress={() => void run('end', end)}>
            {t('alerts.end')}
          </ActionButton>
        )}
      </div>
      <p role="status" className="quiet small">
        {done}
      </p>
    </form>
  );
};

/** Settings for the alerts of this browser, or the reason why it cannot receive any. */
export function AlertSettings({ alerts, scale }: SettingsProps) {
  const support = alerts.support();
  return (
    <section aria-labelledby="alerts-title">
      <h3 id="alerts-title">{t('alerts.title')}</h3>
      {support === 'possible' ? <Settings alerts={alerts} scale={scale} /> : <p>{t(missing[support])}</p>}
    </section>
  );
}
