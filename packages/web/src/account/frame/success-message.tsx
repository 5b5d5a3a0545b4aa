import { Icon } from '../../design/icon.tsx';

/** Confirms, next to a button, that its action succeeded. */
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
