import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { Picker } from '../../design/field/picker.tsx';
import { Toggle } from '../../design/field/toggle.tsx';
import { Icon } from '../../design/icon.tsx';
import { warningsOf } from '../../reading/house/warning.ts';
import { t } from '../../text/text.ts';
import { CommandFieldset } from '../frame/command-fieldset.tsx';
import { toHash } from '../frame/routes.ts';
import { useAll, useIsAvailable, useOne, useSendCommand } from '../house-context.tsx';
import { WarningList } from '../warning/warning-list.tsx';
import { GardenDay } from './garden-day.tsx';
import { RunButtons } from './run-buttons.tsx';
import './garden.css';

type Controller = DatagramOf<'irrigation'>;

const { watering, soaking } = enumerations.stationState.values;

/** Returns the current watering in a few words. */
export function gardenState(
  controller: Controller,
  stations: readonly DatagramOf<'station'>[],
  program?: string,
): string {
  const wet = stations.filter(({ State }) => State === watering).map(({ Name }) => Name);
  if (wet.length > 0) return t('garden.watering', { stations: wet.join(', ') });
  if (stations.some(({ State }) => State === soaking)) return t('garden.soaking');
  if (program !== undefined) return t('garden.running', { program });
  if (controller.TestMode === 1) return t('garden.testing');
  if (!controller.Enable) return t('garden.off');
  return controller.RainWait > 0 ? t('garden.rainDelayFor', { days: controller.RainWait }) : t('garden.dry');
}

/** The garden section: the current watering, today's plan, and the most used settings. */
export function GardenSection() {
  const controller = useOne('irrigation');
  const stations = useAll('station');
  const programs = useAll('program').filter(({ Name }) => Name !== '');
  const command = useSendCommand();
  const isAvailable = useIsAvailable();
  if (controller === undefined) return null;
  const running = programs.find(({ Index }) => Index === controller.CurrentProgram);
  const state = gardenState(controller, stations, running?.Name);
  const isWet =
    running !== undefined || controller.TestMode === 1 || stations.some(({ State }) => State === watering);
  return (
    <section
      className="garden panel card"
      data-activity={isWet ? 'water' : 'idle'}
      aria-labelledby="garden-title"
    >
      <div className="section-head">
        <h2 id="garden-title">
          <a className="plain-link" href={toHash('overview', 'irrigation', 0)}>
            {controller.Tag1 || t('garden.title')}
          </a>
        </h2>
        <Toggle
          isDisabled={!isAvailable('RetEnable')}
          label={t('garden.enabled')}
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
            label={t('garden.rainDelay')}
            value={controller.RainWait}
            onChange={(days) => command('RetRainWait', days)}
            options={Array.from({ length: 8 }, (_, days) => ({
              value: days,
              label: days === 0 ? t('garden.noDelay') : t('garden.days', { days }),
            }))}
          />
          <Picker
            label={t('garden.amount')}
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
}
