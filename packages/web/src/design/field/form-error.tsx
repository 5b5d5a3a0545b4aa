import { Icon } from '../icon.tsx';

/** The error of a form, shown above its button and announced immediately. */
export const FormError = ({ sentence }: { sentence: string | undefined }) => (
  <div role="alert">
    {sentence !== undefined && (
      <p className="problem" data-activity="alert">
        <Icon name="warning" />
        {sentence}
      </p>
    )}
  </div>
);
