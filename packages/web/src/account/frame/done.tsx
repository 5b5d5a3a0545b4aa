import { Icon } from '../../design/icon.tsx';

/** Says beside a button that what it does was done. */
export const Done = ({ sentence }: { sentence: string | undefined }) => (
  <span role="status">
    {sentence !== undefined && (
      <span className="done-words">
        <Icon name="check" />
        {sentence}
      </span>
    )}
  </span>
);
