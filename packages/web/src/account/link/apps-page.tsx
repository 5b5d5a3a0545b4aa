import type { RecordOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useAsked, useChange } from '../context.tsx';
import { AppSign } from '../frame/app-sign.tsx';
import { AskFirst } from '../frame/ask-first.tsx';
import { Asked } from '../frame/asked.tsx';
import { Nothing } from '../frame/nothing.tsx';
import './link.css';

/** An app its owner allowed, as `GET /console/links` tells it. */
type Link = RecordOf<'Link'>;

const Revoke = ({ link, isOpen, onClose }: { link: Link; isOpen: boolean; onClose: () => void }) => (
  <AskFirst
    title={`Take access back from ${link.name}?`}
    means={[
      'At once it can see and control nothing of yours, and hears of no change.',
      'What it has learned so far it still knows.',
      'You can allow it again whenever it asks.',
    ]}
    keep="Keep it"
    does="Take it back"
    change={useChange(`/console/links/${encodeURIComponent(link.clientId)}/remove`)}
    isOpen={isOpen}
    onClose={onClose}
    isGrave
  />
);

const LinkRow = ({ link }: { link: Link }) => {
  const [isAsking, setAsking] = useState(false);
  return (
    <li className="link card">
      <AppSign name={link.name} />
      <div className="link__words">
        <h2>{link.name}</h2>
        <p className="quiet small">Sees and controls the climate of your houses</p>
      </div>
      <Button
        className="button"
        aria-label={`Take access back from ${link.name}`}
        onPress={() => setAsking(true)}
      >
        Take access back
      </Button>
      <Revoke link={link} isOpen={isAsking} onClose={() => setAsking(false)} />
    </li>
  );
};

const NoLink = () => (
  <Nothing icon="link" title="No app has access">
    <p className="quiet">
      When an app asks for your houses, you are brought here to allow it or not. Those you allowed are listed
      on this page, and you can take it back at any time.
    </p>
  </Nothing>
);

/** The apps that may use the houses of an account. */
export const AppsPage = () => {
  const links = useAsked<readonly Link[]>('/console/links');
  return (
    <div className="page page--narrow">
      <title>Apps · Plenum</title>
      <header>
        <h1 className="page__title">Apps</h1>
        <p className="page__lead">Who may see and control your houses, because you said so.</p>
      </header>
      <Asked of={links} what="the apps that have access">
        {(all) =>
          all.length === 0 ? (
            <NoLink />
          ) : (
            <ul className="links">
              {all.map((link) => (
                <LinkRow key={link.clientId} link={link} />
              ))}
            </ul>
          )
        }
      </Asked>
    </div>
  );
};
