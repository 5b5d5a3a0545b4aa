import { useConnection, useHouseContext } from '../context/house-context.tsx';

/** A placeholder for the page until the house is loaded. */
export const Loading = () => {
  const isLost = useConnection() === 'lost';
  const { name } = useHouseContext().source;
  return (
    <div className="waiting cards" role="status">
      <p className={isLost ? 'waiting__words' : 'hidden'}>
        {isLost ? `${name} does not answer. This page connects as soon as it does.` : 'Loading the house'}
      </p>
      <div className="waiting__block waiting__block--tall" />
      {[1, 2, 3, 4].map((each) => (
        <div key={each} className="waiting__block" />
      ))}
    </div>
  );
};
