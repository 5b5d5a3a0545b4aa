import { abilitiesOf } from '@plenum/protocol/lighting';
import { Button } from 'react-aria-components';
import { t } from '../text/text.ts';
import { useSimulator } from './simulator-context.ts';

/** Causes lighting events other than commands in a simulated house: presses of switches, a power cut, an obstacle. */
export function LightingPanel() {
  const { datagrams, apply } = useSimulator();
  const switches = datagrams.wallSwitch.filter(({ Att }) => Att === 1);
  const doors = datagrams.lamp.filter(({ Type, Att }) => Att === 1 && abilitiesOf(Type).isGarageDoor);
  if (datagrams.lighting.length === 0) return null;
  return (
    <section className="panel card" aria-labelledby="lighting-title">
      <h2 id="lighting-title">{t('lights.simulator')}</h2>
      <p className="quiet small">{t('lights.simulatorHelp')}</p>
      <ul className="lighting-panel">
        {switches.flatMap(({ Index, NoBut }) =>
          [1, 2, 3].slice(0, NoBut).map((button) => (
            <li key={`${Index}-${button}`}>
              <Button
                className="button button--small"
                onPress={() => apply('SwitchPress', { Switch: Index, Button: button })}
              >
                {t('lights.press', { no: Index + 1, button })}
              </Button>
            </li>
          )),
        )}
      </ul>
      <ul className="lighting-panel">
        {[0, 1].map((power) => (
          <li key={power}>
            <Button className="button button--small" onPress={() => apply('LightingPower', power)}>
              {t(power === 0 ? 'lights.cutPower' : 'lights.givePower')}
            </Button>
          </li>
        ))}
        {doors.flatMap(({ Index: Lamp, Name: name }) =>
          [1, 0].map((On) => (
            <li key={`${Lamp}-${On}`}>
              <Button
                className="button button--small"
                onPress={() => apply('GarageDoorBlocked', { Lamp, On })}
              >
                {t(On === 1 ? 'lights.block' : 'lights.free', { name })}
              </Button>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}
