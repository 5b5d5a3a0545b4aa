import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import { retryInterval, useAccountContext } from '../context/account-context.tsx';

/** A placeholder for the page. */
export const Loading = () => (
  <div className="waiting cards" role="status">
    <p className="hidden">Loading</p>
    <div className="waiting__block" />
    <div className="waiting__block" />
    <div className="waiting__block" />
  </div>
);

/** The page where the cloud does not answer, so that nobody can be signed in. */
export const CloudUnreachable = () => {
  const { session } = useAccountContext();
  useEffect(() => {
    const timer = setInterval(() => void session.refresh(), retryInterval);
    return () => clearInterval(timer);
  }, [session]);
  return (
    <section className="key-form card" role="status">
      <title>No answer · Plenum</title>
      <h1>The cloud does not answer</h1>
      <p className="quiet">
        Your houses keep running, and so do their own pages. This page tries again every few seconds.
      </p>
      <Button className="button" onPress={() => void session.refresh()}>
        Try now
      </Button>
    </section>
  );
};
