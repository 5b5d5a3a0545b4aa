import type { DatagramOf } from '@plenum/protocol/component';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { Button } from 'react-aria-components';
import { SetpointStepper } from '../../definition/setpoint-stepper.tsx';
import { setpointStepsOf } from '../../reading/body.ts';
import { formatTemperature } from '../../reading/number/temperature.ts';
import { t } from '../../text/text.ts';
import { CommandFieldset } from '../frame/command-fieldset.tsx';
import { useAll, useOne, useScale, useSendCommand } from '../house-context.tsx';
import { BlindCard } from './blind-card.tsx';
import { DoorCard } from './door-card.tsx';
import { LampCard } from './lamp-card.tsx';
import { LampHead } from './lamp-head.tsx';
import { Layout } from './layout.tsx';
import { toPages } from './pages.ts';
import { SwitchList } from './switch-list.tsx';
import './lights.css';

type Lamp = DatagramOf<'lamp'>;

/** Buttons for the lighting favourites, and for all lights on or off. */
const Scenes = () => {
  const command = useSendCommand();
  const scenes = useAll('lightFavourite').filter(({ Name }) => Name !== '');
  return (
    <section className="lights__scenes" aria-labelledby="scenes-title">
      <h2 id="scenes-title" className="section-title">
        {t('lights.scenes')}
      </h2>
      <ul className="lights__buttons">
        {scenes.map(({ Fav: No, Name }) => (
          <li key={No}>
            <Button
              className="button"
              aria-label={t('lights.scene', { name: Name })}
              onPress={() => command('LiFavAct', { No })}
            >
              {Name}
            </Button>
          </li>
        ))}
        <li>
          <Button className="button button--plain" onPress={() => command('LiAllOn', { On: 1 })}>
            {t('lights.allOn')}
          </Button>
        </li>
        <li>
          <Button className="button button--plain" onPress={() => command('LiAllOff', { Off: 1 })}>
            {t('lights.allOff')}
          </Button>
        </li>
      </ul>
    </section>
  );
};

interface GroupProps {
  readonly id: string;
  readonly title: string;
  readonly lamps: readonly Lamp[];
  readonly card: (lamp: Lamp) => React.ReactNode;
}

const Group = ({ id, title, lamps, card }: GroupProps) =>
  lamps.length > 0 && (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <ul className="lights__cards">{lamps.map(card)}</ul>
    </section>
  );

/** The lights page: scenes, lights by room, blinds, garage doors, the functions of switches, and the layout. */
export function LightsPage() {
  const system = useOne('lighting');
  const attached = useAll('lamp').filter(({ Att }) => Att === 1);
  if (system === undefined) return <p className="empty card">{t('lights.none')}</p>;
  const of = (ability: 'isBlind' | 'isGarageDoor' | 'isThermostat') =>
    attached.filter(({ Type }) => abilitiesOf(Type)[ability]);
  const isPlain = ({ Type }: Lamp) => {
    const { isBlind, isGarageDoor, isThermostat } = abilitiesOf(Type);
    return !isBlind && !isGarageDoor && !isThermostat;
  };
  const pages = toPages(system, attached);
  return (
    <CommandFieldset command="LiOn">
      <div className="page lights">
        <Scenes />
        <Group
          id="doors-title"
          title={t('lights.doors')}
          lamps={of('isGarageDoor')}
          card={(lamp) => <DoorCard key={lamp.Index} lamp={lamp} />}
        />
        {pages.map(({ no, name, lamps }) => (
          <Group
            key={no}
            id={`page-${no}-title`}
            title={name}
            lamps={lamps.filter(isPlain)}
            card={(lamp) => <LampCard key={lamp.Index} lamp={lamp} />}
          />
        ))}
        <Group
          id="blinds-title"
          title={t('lights.blinds')}
          lamps={of('isBlind')}
          card={(lamp) => <BlindCard key={lamp.Index} lamp={lamp} />}
        />
        <Group
          id="thermostats-title"
          title={t('lights.heating')}
          lamps={of('isThermostat')}
          card={(lamp) => <ThermostatCard key={lamp.Index} lamp={lamp} />}
        />
        <SwitchList />
        <Layout pages={pages} />
      </div>
    </CommandFieldset>
  );
}

const steps = setpointStepsOf('CacrtcSetpoint');

/** A card for a temperature controller: its load, the temperature of its room, and its setpoint. */
function ThermostatCard({ lamp }: { lamp: DatagramOf<'lamp'> }) {
  const command = useSendCommand();
  const scale = useScale();
  const { Index: No, Name: name, On, Setpoint, RoomTemp } = lamp;
  return (
    <li className="lights__card card" data-on={On === 1 ? '' : undefined}>
      <LampHead lamp={lamp} />
      <div className="lights__head">
        {RoomTemp !== undefined && <p className="lights__room num">{formatTemperature(RoomTemp, scale)}°</p>}
        {Setpoint !== undefined && (
          <SetpointStepper
            label={t('lights.target', { name })}
            value={Setpoint}
            {...steps}
            onChange={(to) => command('CacrtcSetpoint', { No, Setpoint: to })}
            scale={scale}
          />
        )}
      </div>
    </li>
  );
}
