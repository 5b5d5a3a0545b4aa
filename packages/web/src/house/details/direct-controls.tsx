import { type CommandName, catalogue } from '@plenum/protocol/command';
import type { ComponentKind, DatagramOf } from '@plenum/protocol/component';
import { factsOf, type NumberField } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { CommandForm } from '../../definition/command-form.tsx';
import { currentValues, inputsOf, setsSomethingOf, toBody } from '../../definition/form-values.ts';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Labelled } from '../../design/field/labelled.tsx';
import { Picker } from '../../design/field/picker.tsx';
import { Segmented } from '../../design/field/segmented.tsx';
import { Stepper } from '../../design/field/stepper.tsx';
import { Toggle } from '../../design/field/toggle.tsx';
import { offerOf } from '../../reading/house/offer.ts';
import { optionsOf } from '../../reading/words.ts';
import { defined } from '../../text/defined.ts';
import { t } from '../../text/text.ts';
import { useDatagrams, useIsAvailable, useRefused, useScale, useSendCommand } from '../house-context.tsx';
import { NameField } from './name-field.tsx';
import { settingForms, settings } from './settings.ts';
import './direct-controls.css';

/** True if the sheet of a kind has controls that take effect immediately. */
export const hasControls = (kind: ComponentKind): boolean => kind === 'unit' || settings[kind] !== undefined;

/** Maximum total length of labels that are shown next to each other, so that they fit on a phone. */
const widest = 26;

interface ControlProps {
  readonly name: CommandName;
  readonly label: string;
  readonly index: number;
  readonly datagram: object;
}

/** One setting of a component; a change takes effect immediately. */
const DirectControl = ({ name, label, index, datagram }: ControlProps) => {
  const send = useSendCommand();
  const scale = useScale();
  const house = useDatagrams();
  const refused = useRefused();
  const command = catalogue.get(name)!;
  const [key, field] = inputsOf(command)[0]!;
  const value = currentValues(command, datagram)[key] as number;
  const onChange = (to: unknown) => send(name, toBody(command, index, { [key]: to }));
  const { minimum = 0, maximum = 0, multipleOf: step = 1 } = field as NumberField;
  const { kind, unit } = factsOf(field);
  const range = { value, min: minimum, max: maximum, step, onChange };
  if (kind === 'name')
    return <NameField field={field} label={label} onChange={onChange} value={String(value)} />;
  if (kind === 'flag')
    return <Toggle label={label} isOn={value === 1} onChange={(on) => onChange(on ? 1 : 0)} />;
  if (kind === 'setpoint')
    return (
      <Labelled className="direct__one" label={label}>
        <SetpointStepper label={label} {...range} scale={scale} />
      </Labelled>
    );
  if (kind === 'percent' || kind === 'number' || kind === 'minutes')
    return (
      <Labelled className="direct__one" label={label}>
        <Stepper
          label={label}
          {...range}
          format={String}
          {...(unit !== undefined && unit !== 'd' && { unit: defined(unit) })}
        />
      </Labelled>
    );
  const options = offerOf(name, datagram, house, refused) ?? optionsOf(field);
  if (options.reduce((sum, each) => sum + each.label.length, 0) > widest)
    return <Picker label={label} options={options} value={value} onChange={onChange} />;
  return (
    <Labelled className="direct__one" label={label}>
      <Segmented label={label} options={options} value={value} onChange={onChange} />
    </Labelled>
  );
};

interface DirectControlsProps {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly datagram: object;
}

/** The settings of a component whose controls take effect immediately, as on the card of the component. */
export function DirectControls({ kind, index, datagram }: DirectControlsProps) {
  const isAvailable = useIsAvailable();
  const send = useSendCommand();
  const scale = useScale();
  const isMeant = (name: CommandName) =>
    isAvailable(name) &&
    setsSomethingOf(catalogue.get(name)!, datagram) &&
    !(name === 'ZoneSetpoint' && !isSensed(datagram as DatagramOf<'zone'>));
  const shown = (settings[kind] ?? []).filter(([name]) => isMeant(name));
  const forms = (settingForms[kind] ?? []).filter(isMeant);
  if (shown.length + forms.length === 0) return null;
  return (
    <>
      {shown.length > 0 && (
        <section className="direct card" aria-label={t('control.title')}>
          {shown.map(([name, label]) => (
            <DirectControl key={name} name={name} index={index} datagram={datagram} label={t(label)} />
          ))}
        </section>
      )}
      {forms.map((name) => (
        <CommandForm
          key={name}
          command={catalogue.get(name)!}
          index={index}
          datagram={datagram}
          scale={scale}
          send={send}
        />
      ))}
    </>
  );
}
