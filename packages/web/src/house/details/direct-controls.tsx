import { type CommandName, catalogue } from '@plenum/protocol/command';
import { type ComponentKind, type DatagramOf, isSensed } from '@plenum/protocol/component';
import { factsOf, type NumberField } from '@plenum/protocol/field';
import { currentValues, inputsOf, toBody } from '../../definition/form-values.ts';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { Labelled } from '../../design/labelled.tsx';
import { Picker } from '../../design/picker.tsx';
import { Segmented } from '../../design/segmented.tsx';
import { Stepper } from '../../design/stepper.tsx';
import { Toggle } from '../../design/toggle.tsx';
import { offerOf } from '../../reading/offer.ts';
import { optionsOf } from '../../reading/words.ts';
import { type PlainKey, t } from '../../text/text.ts';
import {
  useDatagrams,
  useIsAvailable,
  useRefused,
  useScale,
  useSendCommand,
} from '../context/house-context.tsx';
import { NameField } from './name-field.tsx';
import './direct-controls.css';

/** The settings of a component that have a control on its sheet, in order, each with its label. */
const settings: Readonly<Partial<Record<ComponentKind, readonly (readonly [CommandName, PlainKey])[]>>> = {
  zone: [
    ['ZoneSetpoint', 'control.setpoint'],
    ['ZoneMode', 'control.mode'],
    ['ZoneMaxAir', 'control.maxAir'],
    ['ZoneMinAir', 'control.minAir'],
    ['ZoneName', 'control.name'],
  ],
  split: [
    ['SplitSystemZoneOn', 'control.on'],
    ['SplitSystemZoneSetpoint', 'control.setpoint'],
    ['SplitSystemZoneMode', 'control.mode'],
    ['SplitSystemZoneFan', 'control.fan'],
    ['SplitSystemZoneSwing', 'control.swing'],
    ['SplitSystemZoneSleepTimer', 'control.sleepTimer'],
    ['SplitSystemZoneName', 'control.name'],
  ],
  vrf: [
    ['VrfSystemZoneOn', 'control.on'],
    ['VrfSystemZoneSetpoint', 'control.setpoint'],
    ['VrfSystemZoneMode', 'control.mode'],
    ['VrfSystemZoneFan', 'control.fan'],
    ['VrfSystemZoneSwing', 'control.swing'],
    ['VrfSystemZoneSleepTimer', 'control.sleepTimer'],
    ['VrfControlVrfName', 'control.name'],
  ],
};

/** Whether the sheet of a kind has controls that act at once. */
export const hasControls = (kind: ComponentKind): boolean => kind === 'unit' || settings[kind] !== undefined;

/** Letters of choices that fit beside each other on a phone. */
const widest = 26;

interface ControlProps {
  readonly name: CommandName;
  readonly label: string;
  readonly index: number;
  readonly datagram: object;
}

/** One setting of a component, which acts at once. */
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
  if (kind === 'name') return <NameField {...{ field, label, onChange }} value={String(value)} />;
  if (kind === 'flag')
    return <Toggle label={label} isOn={value === 1} onChange={(on) => onChange(on ? 1 : 0)} />;
  if (kind === 'setpoint')
    return (
      <Labelled className="direct__one" label={label}>
        <SetpointStepper label={label} {...range} scale={scale} />
      </Labelled>
    );
  if (kind === 'percent')
    return (
      <Labelled className="direct__one" label={label}>
        <Stepper label={label} {...range} format={String} {...(unit !== undefined && { unit })} />
      </Labelled>
    );
  const options = offerOf(name, datagram, house, refused) ?? optionsOf(field);
  if (options.reduce((sum, each) => sum + each.label.length, 0) > widest)
    return <Picker {...{ label, options, value, onChange }} />;
  return (
    <Labelled className="direct__one" label={label}>
      <Segmented {...{ label, options, value, onChange }} />
    </Labelled>
  );
};

interface DirectControlsProps {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly datagram: object;
}

/** The settings of a room, split or fan-coil, each with a control that acts at once, as on its card. */
export const DirectControls = ({ kind, index, datagram }: DirectControlsProps) => {
  const isAvailable = useIsAvailable();
  const isMeant = (name: CommandName) =>
    isAvailable(name) && !(name === 'ZoneSetpoint' && !isSensed(datagram as DatagramOf<'zone'>));
  const shown = (settings[kind] ?? []).filter(([name]) => isMeant(name));
  return (
    <section className="direct card" aria-label={t('control.title')}>
      {shown.map(([name, label]) => (
        <DirectControl key={name} {...{ name, index, datagram }} label={t(label)} />
      ))}
    </section>
  );
};
