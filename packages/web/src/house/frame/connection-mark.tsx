import { useConnection } from '../context.tsx';

const words = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
  locked: 'Locked',
} as const;

/** Whether what stands on the page is what stands in the house. */
export const ConnectionMark = () => {
  const connection = useConnection();
  return (
    <span className="connection" data-connection={connection} role="status">
      <span className="connection__dot" />
      {words[connection]}
    </span>
  );
};
