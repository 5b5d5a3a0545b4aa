import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { useHouse, useStore } from '../context.tsx';

/** Sentences over the foot of the page: why something was refused. */
export const NoticeList = () => {
  const { notices } = useHouse();
  const all = useStore(notices.all, (each) => each);
  return (
    <div className="notices" role="alert" data-react-aria-top-layer="true">
      {all.map(({ id, sentence }) => (
        <div key={id} className="notice">
          <Icon name="warning" />
          <p>{sentence}</p>
          <Button className="notice__close" aria-label="Dismiss" onPress={() => notices.dismiss(id)}>
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  );
};
