import type { ClimateCloudConfig } from '@plenum/cloud';
import { isInstalled } from '../../../option/optional-package.ts';

/** Loads the bridges that a cloud runs for test users, when the first one is needed. */
export const hosting: NonNullable<ClimateCloudConfig['hosting']> = async () =>
  (await import('@plenum/bridge/hosted')).hosting;

/**
 * Returns the handler for assistants, if the optional package is installed. The package is loaded at the first message.
 */
export const findAssistants = (): Pick<ClimateCloudConfig, 'assistants'> =>
  isInstalled('@plenum/mcp', () => import.meta.resolve('@plenum/mcp'))
    ? { assistants: async () => (await import('@plenum/mcp')).answerAssistant }
    : {};
