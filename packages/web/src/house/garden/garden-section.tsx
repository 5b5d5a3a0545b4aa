import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { Icon } from '../../design/icon.tsx';
import { Picker } from '../../design/picker.tsx';
import { Toggle } from '../../design/toggle.tsx';
import { formatCount } from '../../reading/count.ts';
import { warningsOf } from '../../reading/warning.ts';
import { useAll, useIsAvailable, useOne, useSendCommand } from '../context/house-context.tsx';
import { CommandFieldset } from '../frame/command-fieldset.tsx';
import { toHash } from '../frame/routes.ts';
import { WarningList } from '../warning/warning-list.tsx';
import { GardenDay } from './garden-day.tsx';
import { RunButtons } from './run-buttons.tsx';
import './garden.css';

type Controller = DatagramOf<'irrigation'>;

const { watering, soaking } = enumerations.stationState.values;

const stateOf = (
  controller: Controller,
  stations: readonly DatagramOf<'station'>[],
  program?: string,
): string => {
  const wet = stations.filter(({ State }) => State === watering).map(({ Name }) => Name);
  if (wet.length > 0) return `Watering ${wet.join(', ')}`;
  if (stations.some(({ State }) => State === soaking)) return 'Soaking';
  if (program !== undefined) return `Running ${program}`;
  if (controller.TestMode === 1) return 'Testing';
  if (!controller.Enable) return 'Switched off';
  return controller.RainWait > 0 ? `Rain delay, ${formatCount(controller.RainWait, 'day')}` : 'Dry';
};

/** The garden: what is watered now, the plan of today, and the usual settings. */
export const GardenSection = () => {
  const controller = useOne('irrigation');
  const stations = useAll('station');
  const programs = useAll('program').filter(({ Name }) => Name !== '');
  const command = useSendCommand();
  const isAvailable = useIsAvailable();
  if (controller === undefined) return null;
  const running = programs.find(({ Index }) => Index === controller.CurrentProgram);
  const state = stateOf(controller, stations, running?.Name);
  const isWet = running !== undefined || controller.TestMode === 1 || state.startsWith('Watering');
  return (
    <section
      className="garden panel card"
      data-activity={isWet ? 'water' : 'idle'}
      aria-labelledby="garden-title"
    >
      <div className="section-head">
        <h2 id="garden-title">
          <a className="plain-link" href={toHash('overview', 'irrigation', 0)}>
            {controller.Tag1 || 'Garden'}
          </a>
        </h2>
        <Toggle
          isDisabled={!isAvailable('RetEnable')}
          label="Enabled"
          isOn={controller.Enable}
          onChange={(on) => command('RetEnable', on ? 1 : 0)}
        />
      </div>
      <p className="garden__state">
        <Icon name="drop" />
        {state}
      </p>
      <WarningList warnings={warningsOf('irrigation', controller, 'C')} />
      <GardenDay controller={controller} stations={stations} programs={programs} />
      <CommandFieldset command="RetRunProgram">
        <RunButtons programs={programs} running={controller.CurrentProgram} />
        <div className="garden__settings">
          <Picker
            label="Rain delay"
            value={controller.RainWait}
            onChange={(days) => command('RetRainWait', days)}
            options={Array.from({ length: 8 }, (_, days) => ({
              value: days,
              label: days === 0 ? 'No' : formatCount(days, 'day'),
            }))}
          />
          <Picker
            label="Amount of water"
            value={controller.Ratio}
            onChange={(ratio) => command('RetRatio', ratio)}
            options={[...new Set([50, 75, 100, 125, 150, controller.Ratio])]
              .sort((a, b) => a - b)
              .map((ratio) => ({ value: ratio, label: `${ratio} %` }))}
          />
        </div>
      </CommandFieldset>
    </section>
  );
};
