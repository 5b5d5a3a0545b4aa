import { useConnection, useHouse } from '../context.tsx';

/** The page before anything is known of the house, in the shape of what will come. */
export const Waiting = () => {
  const isLost = useConnection() === 'lost';
  const { name } = useHouse().source;
  return (
    <div className="waiting cards" role="status">
      <p className={isLost ? 'waiting__words' : 'hidden'}>
        {isLost ? `${name} does not answer. This page joins it as soon as it does.` : 'Looking at the house'}
      </p>
      <div className="waiting__block waiting__block--tall" />
      {[1, 2, 3, 4].map((each) => (
        <div key={each} className="waiting__block" />
      ))}
    </div>
  );
};
