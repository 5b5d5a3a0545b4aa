import { Icon } from '../../design/icon.tsx';

/** Says beside a button that what it does was done. */
export const SuccessMessage = ({ sentence }: { sentence: string | undefined }) => (
  <span role="status">
    {sentence !== undefined && (
      <span className="success-message">
        <Icon name="check" />
        {sentence}
      </span>
    )}
  </span>
);
