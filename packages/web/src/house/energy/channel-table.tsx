import type { DatagramOf } from '@plenum/protocol/component';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { clearIfUnchanged } from '../../definition/clear-draft.ts';
import { FieldForm } from '../../definition/field-form.tsx';
import { FieldInput } from '../../definition/field-input.tsx';
import { bodyFieldOf } from '../../reading/body.ts';
import { formatWatts, meterName } from '../../reading/energy/power.ts';
import { t } from '../../text/text.ts';
import { useOne, useScale, useSendCommand } from '../house-context.tsx';

const nameField = bodyFieldOf('ChannelName', 'Name');

interface ChannelFormProps {
  readonly meter: number;
  readonly channel: number;
  readonly name: string;
  readonly watts: number | undefined;
}

const ChannelForm = ({ meter: Device, channel: Channel, name, watts }: ChannelFormProps) => {
  const send = useSendCommand();
  const scale = useScale();
  const [draft, setDraft] = useState<string>();
  const submit = async () => {
    if (await send('ChannelName', { Device, Channel, Name: draft ?? name }))
      setDraft(clearIfUnchanged(draft));
  };
  const label = t('energy.channel', {
    channel: Channel + 1,
    power: watts === undefined ? '' : `, ${formatWatts(watts).join(' ')}`,
  });
  return (
    <FieldForm className="command__fields" onSubmit={submit}>
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
        {t('common.rename')}
      </Button>
    </FieldForm>
  );
};

/** The names and readings of the channels of each meter in use. */
export function ChannelTable({ power }: { power: DatagramOf<'power'> }) {
  const status = useOne('powerStatus');
  return (power.Devices ?? []).map(
    ({ Enabled, Name, Channels = [] }, meter) =>
      Enabled === 1 && (
        // biome-ignore lint/suspicious/noArrayIndexKey: a meter is its place (interface 2.9)
        <section key={meter} className="command" aria-label={meterName(Name, meter)}>
          <p className="command__summary">{meterName(Name, meter)}</p>
          {Channels.map((channel, place) => (
            <ChannelForm
              // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its place
              key={place}
              meter={meter}
              channel={place}
              name={channel.Name}
              watts={status?.Dev[meter]?.Ch[place]?.Pwr}
            />
          ))}
        </section>
      ),
  );
}
