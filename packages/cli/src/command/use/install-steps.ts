import { autocomplete, isCancel, log, select } from '@clack/prompts';
import { type Bridge, BridgeError } from '@plenum/client';
import { commandsOfStep, type SetupStep, setupSteps } from '@plenum/insight/setup';
import type { Datagrams } from '@plenum/protocol/component';
import { kinds } from '@plenum/protocol/component';
import type { Command as Definition } from '@plenum/protocol/definition';
import { promptBody } from '../../input/prompt-command.ts';
import { sendCommand } from './send-command.ts';

const labels: Readonly<Record<SetupStep, string>> = {
  house: 'House',
  rooms: 'Rooms: name, type, sensor, damper limits, balance',
  sensors: 'Sensors',
  dampers: 'Dampers and constant zones',
  fan: 'Fan',
  unit: 'Unit',
  ventilation: 'Ventilation',
  cooler: 'Evaporative cooler',
  favourites: 'Favourites',
  power: 'Power monitor',
  lamps: 'Lamps',
};

const stop = '';

const promptStep = async (datagrams: Datagrams): Promise<SetupStep | undefined> => {
  const offered = setupSteps.filter((step) => commandsOfStep(step, datagrams).length > 0);
  const chosen = await select({
    message: 'What do you want to set up?',
    options: [
      ...offered.map((step) => ({ value: step as string, label: labels[step] })),
      { value: stop, label: 'Done' },
    ],
  });
  return isCancel(chosen) ? undefined : offered.find((step) => step === chosen);
};

const promptCommand = async (step: SetupStep, datagrams: Datagrams): Promise<Definition | undefined> => {
  const commands = commandsOfStep(step, datagrams);
  const name = await autocomplete({
    message: labels[step],
    options: [
      ...commands.map((command) => ({ value: command.name, label: command.name, hint: command.summary })),
      { value: stop, label: 'Back' },
    ],
    maxItems: 14,
  });
  return isCancel(name) ? undefined : commands.find((command) => command.name === name);
};

/** Guides an installer through the steps of a setup, command by command, until no step is left. */
export async function setUpStepByStep(bridge: Bridge): Promise<void> {
  for (;;) {
    const step = await promptStep((await bridge.datagrams()) as Datagrams);
    if (step === undefined) return;
    for (;;) {
      const definition = await promptCommand(step, (await bridge.datagrams()) as Datagrams);
      if (definition === undefined) break;
      log.info(`${definition.summary} (${kinds[definition.component].name})`);
      const body = await promptBody(definition);
      try {
        await sendCommand(bridge, { name: definition.name, body });
        log.success('Done.');
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        log.error(error.message);
      }
    }
  }
}
