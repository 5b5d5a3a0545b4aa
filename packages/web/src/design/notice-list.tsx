import { Button } from 'react-aria-components';
import type { NoticeKind, Notices } from '../live/notices.ts';
import { useStore } from '../live/use-store.ts';
import { Icon, type IconName } from './icon.tsx';
import './notice-list.css';

const icons: Readonly<Record<NoticeKind, IconName>> = { done: 'check', refused: 'warning' };

/** Sentences over the foot of the page: what was done, or why something was refused. */
export const NoticeList = ({ notices }: { notices: Notices }) => {
  const all = useStore(notices.all, (each) => each);
  return (
    <div className="notices" role="alert" data-react-aria-top-layer="true">
      {all.map(({ id, kind, sentence }) => (
        <div key={id} className="notice" data-kind={kind}>
          <Icon name={icons[kind]} />
          <p>{sentence}</p>
          <Button className="notice__close" aria-label="Dismiss" onPress={() => notices.dismiss(id)}>
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  );
};
