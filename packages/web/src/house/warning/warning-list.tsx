import { Icon, type IconName } from '../../design/icon.tsx';
import type { Warning } from '../../reading/house/warning.ts';
import './warning.css';

const icons: Readonly<Record<Warning['about'], IconName>> = {
  fault: 'warning',
  battery: 'battery',
  signal: 'signal',
  note: 'lock',
};

interface WarningListProps {
  readonly warnings: readonly Warning[];
  /** True to show the remedies. */
  readonly hasHelp?: boolean;
}

/** The warnings of a component; nothing if there are none. */
export function WarningList({ warnings, hasHelp = false }: WarningListProps) {
  if (warnings.length === 0) return null;
  const isGrave = warnings.some(({ about }) => about !== 'note');
  return (
    <ul className="warnings" data-activity={isGrave ? 'alert' : 'idle'}>
      {warnings.map(({ about, title: says, help }) => (
        <li key={says} className="warnings__one">
          <Icon name={icons[about]} />
          <div>
            <p className="warnings__says">{says}</p>
            {hasHelp && <p className="warnings__help">{help}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
