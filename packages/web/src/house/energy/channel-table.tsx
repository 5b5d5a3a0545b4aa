import type { DatagramOf } from '@plenum/protocol/component';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { FieldForm } from '../../definition/field-form.tsx';
import { FieldInput } from '../../definition/field-input.tsx';
import { forget } from '../../definition/forget.ts';
import { bodyFieldOf } from '../../reading/body.ts';
import { meterName, showWatts } from '../../reading/power.ts';
import { useCommand, useOne, useScale } from '../context.tsx';

const nameField = bodyFieldOf('ChannelName', 'Name');

interface ChannelFormProps {
  readonly device: number;
  readonly channel: number;
  readonly name: string;
  readonly watts: number | undefined;
}

const ChannelForm = ({ device: Device, channel: Channel, name, watts }: ChannelFormProps) => {
  const give = useCommand();
  const scale = useScale();
  const [draft, setDraft] = useState<string>();
  const submit = async () => {
    if (await give('ChannelName', { Device, Channel, Name: draft ?? name })) setDraft(forget(draft));
  };
  const label = `Channel ${Channel + 1}${watts === undefined ? '' : `, ${showWatts(watts).join(' ')}`}`;
  return (
    <FieldForm className="command__fields" onGive={submit}>
      <FieldInput
        field={nameField}
        label={label}
        value={draft ?? name}
        onChange={(to: string) => setDraft(to)}
        scale={scale}
      />
      <Button
        type="submit"
        className={draft === undefined ? 'button button--small' : 'button button--small button--main'}
      >
        Rename
      </Button>
    </FieldForm>
  );
};

/** The channels of each meter in use: what they are called, and what they read. */
export const ChannelTable = ({ power }: { power: DatagramOf<'power'> }) => {
  const status = useOne('powerStatus');
  return power.Devices.map(
    ({ Enabled, Name, Channels }, device) =>
      Enabled === 1 && (
        // biome-ignore lint/suspicious/noArrayIndexKey: a meter is its place (interface 2.9)
        <section key={device} className="command" aria-label={meterName(Name, device)}>
          <p className="command__summary">{meterName(Name, device)}</p>
          {Channels.map((channel, place) => (
            <ChannelForm
              // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its place
              key={place}
              device={device}
              channel={place}
              name={channel.Name}
              watts={status?.Dev[device]?.Ch[place]?.Pwr}
            />
          ))}
        </section>
      ),
  );
};
