import { Icon } from './icon.tsx';

/** Why a form was refused, said above its button and read out at once. */
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
