import { AssertionError } from 'node:assert';
import { targetOf } from '@plenum/protocol/command';
import { type ComponentRef, fromComponentId } from '@plenum/protocol/component';
import { PlenumError } from '@plenum/protocol/error';
import type { TestCloud } from '../cloud/test-cloud.ts';
import { connections } from '../house/connections.ts';
import type { Action, Step } from './scenario.ts';
import { settle, type World } from './world.ts';

const componentIdOf = async ({ client }: TestCloud, { kind, index }: ComponentRef): Promise<string> => {
  const { components } = await client.discover();
  const found = components.find(({ componentId }) => {
    const ref = fromComponentId(componentId);
    return ref?.kind === kind && ref.index === index;
  });
  if (found !== undefined) return found.componentId;
  throw new AssertionError({ message: `The cloud does not show ${kind} ${index} to the app.` });
};

const perform = async (action: Action, world: World): Promise<void> => {
  const { house, cloud } = world;
  switch (action.does) {
    case 'command':
      await house.client.command(action.command.name, action.command.body);
      return;
    case 'app': {
      const { name, body } = action.command;
      await cloud!.client.control(await componentIdOf(cloud!, targetOf(action.command)), { [name]: body });
      return;
    }
    case 'cloud':
      cloud!.setReachable(action.isReachable);
      await connections.get(house)!(action.isReachable);
      return;
    default:
      await house.client.simulation.applyOverride(action.override.name, action.override.body);
  }
};

/** Returns why an action did not end as a step says; undefined if it did. */
export async function whyNotDone({ action, fails }: Step, world: World): Promise<string | undefined> {
  try {
    await settle(perform(action!, world), world);
    return fails === undefined ? undefined : `It succeeded, and had to fail as "${fails}".`;
  } catch (error) {
    if (error instanceof AssertionError) return error.message;
    if (!(error instanceof PlenumError)) throw error;
    if (fails === undefined) return error.message;
    return error.code === fails
      ? undefined
      : `It failed as "${error.code}", and had to fail as "${fails}": ${error.message}`;
  }
}
