import type { CommandName } from '@plenum/protocol/command';
import { type ComponentKind, kinds } from '@plenum/protocol/component';
import type { Command } from '@plenum/protocol/definition';
import { type Field, factsOf, isIndex } from '@plenum/protocol/field';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { fieldError } from '../../definition/field-error.ts';
import { FieldInput } from '../../definition/field-input.tsx';
import { currentValues, inputsOf, isChoosable, toBody } from '../../definition/form-values.ts';
import { toLabel } from '../../reading/words.ts';
import { defined } from '../../text/defined.ts';
import { type PlainKey, t } from '../../text/text.ts';
import { useScale } from '../house-context.tsx';
import { Setting } from './setting.tsx';
import { useSave } from './use-save.ts';

interface CommandSettingProps {
  readonly command: Command;
  readonly index: number;
  readonly datagram: object;
}

/** Delay in ms after the last of several quick steps or typed letters, so that they are one command. */
export const settle = 500;

const immediate = ['flag', 'bool'];
const typed = ['text', 'name'];

/** Returns the field of a component's datagram at a path such as `Ventilation.RhSet`. */
const fieldAt = (kind: ComponentKind, path: string): Field | undefined =>
  path
    .split('.')
    .reduce<unknown>(
      (of, key) => (of as { properties?: Record<string, unknown> } | undefined)?.properties?.[key],
      kinds[kind].fields,
    ) as Field | undefined;

/** True if a description has the name of a wire field, such as `EcoMin`, which means nothing to an installer. */
const namesField = (text: string): boolean => /\b[A-Z][a-z]+[A-Z]/.test(text);

/** Returns a short label for a member of a command: the name of the setting, without its wire values. */
const labelOf = (command: Command, key: string, field: Field): string => {
  const own = labels[command.name];
  if (own !== undefined) return t(own);
  const path = command.sets[key];
  const set = path === undefined ? undefined : fieldAt(command.component, path);
  const label = toLabel(set ?? field).split(/[;:]/)[0]!;
  return namesField(label) ? defined(command.summary) : label;
};

/** Labels for settings whose definition does not say what they are used for. */
const labels: Readonly<Record<string, PlainKey>> = {
  SysTag1: 'setup.houseName',
  SysTag2: 'setup.secondLine',
};

/** Settings whose label says everything, so that they need no explanation. */
const selfExplaining: ReadonlySet<string> = new Set([
  ...[
    'SysTag1',
    'SysTag2',
    'NoOfZones',
    'LockZoneNames',
    'ZoneArea',
    'SensorCalib',
    'ChangeRfCh',
    'SetWiredLeds',
  ],
  ...['DamperTime', 'ReverseDampers', 'OpenDampersWhenOff', 'AirflowLock', 'AirflowMinLock', 'NoOfConstants'],
  ...[
    'FanAutoEn',
    'FanAutoType',
    'FilterWarn',
    'HvacOnOff',
    'HvacMode',
    'HvacFan',
    'HvacSetpoint',
    'RoomTempDisp',
  ],
  ...['HideInduct', 'ShowActTemps', 'AutoModeDeadB', 'AirPureOn', 'SetAcUnitBrandSet', 'RASSet'],
]);

/** True if a command sets visible values. Others are actions such as pairing, or secrets. */
const isSetting = (command: Command): boolean =>
  command.isSecret !== true &&
  inputsOf(command).every(([key, field]) => isIndex(field) || command.sets[key] !== undefined);

/** The setting of one command to one component, which is saved immediately, or a button for an action. */
export function CommandSetting({ command, index, datagram }: CommandSettingProps) {
  const scale = useScale();
  const [state, save] = useSave();
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>();
  // A change that waits is sent with the other values of the component at that time.
  const latest = useRef(datagram);
  useEffect(() => {
    latest.current = datagram;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<() => void>(undefined);
  useEffect(() => () => pending.current?.(), []);
  const members = inputsOf(command).filter(([, field]) => isChoosable(field));
  const values = { ...currentValues(command, datagram, draft), ...draft };
  const isSaved = isSetting(command);
  const summary = defined(command.summary);

  /** Returns the chosen entries of a draft, such as a device of the power monitor. */
  const entriesOf = (of: typeof draft): typeof draft => {
    const entries = Object.entries(of ?? {}).filter(([key]) =>
      isIndex(members.find(([one]) => one === key)![1]),
    );
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  };
  const send = async (given: typeof draft) => {
    clearTimeout(timer.current);
    pending.current = undefined;
    const all = { ...currentValues(command, latest.current, given), ...given };
    if (members.some(([key, field]) => fieldError(field, all[key]) !== undefined)) return;
    if (await save([command.name as CommandName, toBody(command, index, all)]))
      setDraft((now) => (now === given ? entriesOf(now) : now));
  };
  const change = (key: string, field: Field, value: unknown) => {
    const next = { ...(isIndex(field) ? entriesOf(draft) : draft), [key]: value };
    setDraft(next);
    if (!isSaved || isIndex(field)) return;
    const { kind } = factsOf(field);
    clearTimeout(timer.current);
    pending.current = () => void send(next);
    if (immediate.includes(kind)) pending.current();
    else if (!typed.includes(kind)) timer.current = setTimeout(() => pending.current?.(), settle);
  };
  const flush = () => pending.current?.();
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    if (!currentTarget.contains(relatedTarget)) flush();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') flush();
  };
  const label = (key: string, field: Field) => (isSaved ? labelOf(command, key, field) : toLabel(field));
  const isSelfExplaining =
    selfExplaining.has(command.name) || (members.length === 1 && label(...members[0]!) === summary);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of a grid
    <div role="group" aria-label={summary} onBlur={onBlur} onKeyDown={onKeyDown}>
      <Setting state={state} help={isSelfExplaining ? undefined : summary}>
        {members.map(([key, field]) => (
          <FieldInput
            key={key}
            field={field}
            label={label(key, field)}
            value={values[key]}
            onChange={(value: unknown) => change(key, field, value)}
            scale={scale}
            isBrand={(datagram as { Brand?: number }).Brand === 1}
          />
        ))}
        {!isSaved && (
          <Button className="button button--small" onPress={() => void send(draft)}>
            {members.length === 0 ? t('definition.run') : t('definition.apply')}
          </Button>
        )}
      </Setting>
    </div>
  );
}
