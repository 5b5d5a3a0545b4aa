import type { ClimateCloudConfig } from '@plenum/cloud';
import { isInstalled } from '../../../option/optional-package.ts';

const name = '@plenum/mcp';

/**
 * Returns the handler for assistants, if the optional package is installed. The package is loaded at the first message.
 */
export const findAssistants = (): Pick<ClimateCloudConfig, 'assistants'> =>
  isInstalled(name, () => import.meta.resolve('@plenum/mcp'))
    ? { assistants: async () => (await import('@plenum/mcp')).answerAssistant }
    : {};
