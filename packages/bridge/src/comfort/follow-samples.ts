import type { Runtime } from '@plenum/platform';
import type { History, SampleListener } from '../history/history.ts';

interface FollowDeps extends Pick<Runtime, 'log'> {
  readonly history: Pick<History, 'followSamples'>;
  readonly see: SampleListener;
}

/** Calls `see` with each sample, until the returned function is called. Logs its errors, so that recording goes on. */
export const followSamples = ({ history, see, log }: FollowDeps): (() => void) =>
  history.followSamples((sample) => {
    try {
      see(sample);
    } catch (error) {
      // Devices send values of other types than they should (wire facts 2).
      log.error({ err: error }, 'the rooms could not be followed');
    }
  });
