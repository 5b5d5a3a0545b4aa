import { isMissingPackage } from '@plenum/platform/package';
import about from '../../package.json' with { type: 'json' };
import { testingFailures } from '../failure.ts';

const name = '@plenum/cloud';

/** Loads the cloud, which is a separate package: most tests need a house and no cloud. Throws `cloud-missing`. */
export async function loadCloud(
  load = () => import('@plenum/cloud'),
): Promise<typeof import('@plenum/cloud')> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPackage(error, name)) throw error;
    throw testingFailures.error('cloud-missing', { name, version: about.version }, error);
  }
}
