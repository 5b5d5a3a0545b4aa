import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import { useContextOfAccount, whenSilent } from '../context.tsx';

/** The page before anything is known, in the shape of what will come. */
export const Wait = () => (
  <div className="waiting cards" role="status">
    <p className="hidden">One moment</p>
    <div className="waiting__block" />
    <div className="waiting__block" />
    <div className="waiting__block" />
  </div>
);

/** The page where not even who is signed in can be told: the cloud does not answer. */
export const Silence = () => {
  const { session } = useContextOfAccount();
  useEffect(() => {
    const timer = setInterval(() => void session.look(), whenSilent);
    return () => clearInterval(timer);
  }, [session]);
  return (
    <section className="key-form card" role="status">
      <title>No answer · Plenum</title>
      <h1>The cloud does not answer</h1>
      <p className="quiet">
        Your houses go on as they are, and their own pages too. This page tries again every few seconds.
      </p>
      <Button className="button" onPress={() => void session.look()}>
        Try now
      </Button>
    </section>
  );
};
