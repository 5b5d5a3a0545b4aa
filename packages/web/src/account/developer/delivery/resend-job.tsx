import type { AnswerOf, RecordOf } from '@plenum/protocol/console';
import type { UseQueryResult } from '@tanstack/react-query';
import { ActionButton } from '../../../design/action-button.tsx';
import { FormError } from '../../../design/field/form-error.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation, useCloudQuery } from '../../account-context.tsx';
import { type EndpointRef, refreshInterval } from '../endpoints.ts';

type Job = RecordOf<'ResendJob'>;

/** Interval at which the progress of a running job is read, ms. */
const progressInterval = 1_000;

export const useResendJob = (of: EndpointRef): UseQueryResult<AnswerOf<'resendJob'>> =>
  useCloudQuery('resendJob', { parameters: of, every: refreshInterval });

const sentences: Readonly<Record<Job['state'], (job: Job) => string>> = {
  running: ({ resent, total }) => t('console.jobRunning', { resent, total }),
  done: ({ total }) => t('console.jobDone', { total }),
  cancelled: ({ resent, total }) => t('console.jobCancelled', { resent, total }),
  stopped: ({ resent, total }) => t('console.jobStopped', { resent, total }),
};

/** Follows a job while it runs, more often than the page. */
const Running = ({ of, job }: { of: EndpointRef; job: Job }) => {
  useCloudQuery('resendJob', { parameters: of, every: progressInterval });
  const { run, isBusy, refusal } = useCloudMutation('cancelResend', { parameters: of });
  return (
    <>
      <progress max={Math.max(1, job.total)} value={job.resent} aria-label={t('console.jobProgress')} />
      <ActionButton variant="small" isBusy={isBusy} onPress={() => run()}>
        {t('console.jobCancel')}
      </ActionButton>
      <FormError sentence={refusal?.sentence} />
    </>
  );
};

/** Shows the latest job of an endpoint: its progress with a button to cancel it, or how it ended. */
export function ResendProgress({ of }: { of: EndpointRef }) {
  const job = useResendJob(of).data?.job;
  if (job === undefined) return null;
  return (
    <div className="actions resend-job" data-state={job.state}>
      <p role="status" className="small">
        {sentences[job.state](job)}
      </p>
      {job.state === 'running' && <Running of={of} job={job} />}
    </div>
  );
}
