import { Checkbox, CheckboxGroup } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import './group.css';

interface RoomChoiceProps {
  readonly rooms: readonly { readonly id: string; readonly name: string; readonly note?: string }[];
  /** The ids of the chosen rooms. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Selects some of the rooms. */
export const RoomChoice = ({ rooms, chosen, onChange }: RoomChoiceProps) => (
  <CheckboxGroup
    className="group__rooms"
    aria-label={t('house.rooms')}
    value={[...chosen]}
    onChange={onChange}
  >
    {rooms.map(({ id, name, note }) => (
      <Checkbox key={id} value={id} className="group__room">
        <span className="group__box">
          <Icon name="check" />
        </span>
        <span className="group__name">{name}</span>
        <span className="quiet num">{note}</span>
      </Checkbox>
    ))}
  </CheckboxGroup>
);
