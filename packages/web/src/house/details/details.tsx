import { catalogue } from '@plenum/protocol/command';
import { type ComponentKind, type DatagramOf, findDatagram, kinds } from '@plenum/protocol/component';
import { membersOf as fieldsOf } from '@plenum/protocol/field';
import { commandsFor } from '../../definition/form-values.ts';
import { toLines } from '../../definition/format-value.ts';
import { Sheet } from '../../design/sheet.tsx';
import { ValueList } from '../../design/value-list.tsx';
import { subjectId } from '../../reading/subjects.ts';
import { warningsOf } from '../../reading/warning.ts';
import { defined } from '../../reading/words.ts';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import {
  useHouseContext,
  useIsAvailable,
  useMayControl,
  useOne,
  useScale,
} from '../context/house-context.tsx';
import { ChannelTable } from '../energy/channel-table.tsx';
import { WhyLink } from '../explain/why-link.tsx';
import { LocalOnlyNote, ViewOnlyNote } from '../frame/command-fieldset.tsx';
import { navigate, type Page } from '../frame/routes.ts';
import { RecentClimate } from '../history/recent-climate.tsx';
import { UnitControls } from '../unit/unit-controls.tsx';
import { WarningList } from '../warning/warning-list.tsx';
import { CommandForms, useCommandsTo } from './command-forms.tsx';
import { DirectControls, hasControls } from './direct-controls.tsx';
import { FaultList } from './fault-list.tsx';

const isKind = (word: string): word is ComponentKind => Object.hasOwn(kinds, word);

const titleOf = (kind: ComponentKind, datagram: object): string => {
  const { Name, Tag1 } = datagram as { Name?: string; Tag1?: string };
  return (
    Name ||
    (kind === 'unit' ? t('house.airConditioner') : kind === 'power' ? t('house.powerMonitor') : Tag1) ||
    (kind === 'faults' && t('house.faults')) ||
    kinds[kind].name
  );
};

/** The kinds whose cards have a link to why they are as they are: a row of the rooms or the wall has none, its sheet has. */
const explained: readonly ComponentKind[] = ['unit', 'zone', 'split', 'vrf'];

/** The commands with dedicated controls in a sheet. */
const placed: readonly string[] = ['ChannelName'];

interface CommandsProps {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly datagram: object;
}

/** Why some commands are not offered, where some are not. */
const DeniedNote = (target: CommandsProps) => {
  const isAvailable = useIsAvailable();
  const mayControl = useMayControl();
  const offered = useCommandsTo(target);
  const all = commandsFor(catalogue.values(), target.kind).filter(({ authority }) => authority === 'owner');
  const available = all.filter(({ name }) => isAvailable(name));
  if (offered.length === all.length) return null;
  if (!mayControl) return <ViewOnlyNote />;
  return (
    <>
      {available.length < all.length && <LocalOnlyNote isPartial={available.length > 0} />}
      {offered.length < available.length && <p className="quiet small">{t('lights.ownerOnly')}</p>}
    </>
  );
};

/** The controls of a component that act at once. */
const Controls = ({ kind, index, datagram }: CommandsProps) => {
  const mayControl = useMayControl();
  if (!hasControls(kind) || !mayControl) return null;
  if (kind !== 'unit') return <DirectControls {...{ kind, index, datagram }} />;
  return (
    <section className="unit direct card" aria-label={t('control.title')}>
      <UnitControls unit={datagram as DatagramOf<'unit'>} />
    </section>
  );
};

/** The forms of all commands to a component; folded away where it has controls. */
const Commands = ({ kind, index, datagram }: CommandsProps) => {
  const commands = useCommandsTo({ kind, index, datagram });
  if (commands.length === 0) return null;
  const forms = <CommandForms {...{ kind, index, datagram, placed }} />;
  if (!hasControls(kind)) return forms;
  return (
    <details className="disclosure">
      <summary>{t('control.advanced')}</summary>
      <div className="advanced__forms">
        <p className="quiet small">{t('control.advancedHelp')}</p>
        {forms}
      </div>
    </details>
  );
};

const Everything = ({ kind, datagram }: { kind: ComponentKind; datagram: object }) => {
  const scale = useScale();
  const lines = fieldsOf(kinds[kind]).flatMap(([key, field]) =>
    toLines(field, (datagram as Record<string, unknown>)[key], scale),
  );
  return (
    <details className="disclosure">
      <summary>{t('house.allValues')}</summary>
      <ValueList lines={lines} />
    </details>
  );
};

/** The sheet of one component: its commands and its fields, from the definitions. */
export const Details = ({ page, of: [word = '', place = '0'] }: { page: Page; of: readonly string[] }) => {
  const { house } = useHouseContext();
  const kind = isKind(word) ? word : undefined;
  const datagram = useStore(house.state, ({ datagrams }) =>
    kind === undefined ? undefined : (findDatagram(datagrams, kind, Number(place)) as object | undefined),
  );
  const scale = useScale();
  const status = useOne('powerStatus');
  const isAvailable = useIsAvailable();
  if (kind === undefined || datagram === undefined) return null;
  return (
    <Sheet title={titleOf(kind, datagram)} isOpen onClose={() => navigate(page)}>
      <p className="quiet">{defined(kinds[kind].summary)}</p>
      <WarningList hasHelp warnings={warningsOf(kind, datagram as never, scale, status)} />
      {explained.includes(kind) && (
        <WhyLink {...{ kind, page }} index={Number(place)} name={titleOf(kind, datagram)} />
      )}
      <DeniedNote kind={kind} index={Number(place)} datagram={datagram} />
      <Controls kind={kind} index={Number(place)} datagram={datagram} />
      <RecentClimate id={subjectId(kind, Number(place))} />
      {(kind === 'unit' || kind === 'faults') && <FaultList />}
      {kind === 'power' && isAvailable('ChannelName') && (
        <ChannelTable power={datagram as DatagramOf<'power'>} />
      )}
      <Commands kind={kind} index={Number(place)} datagram={datagram} />
      {kind !== 'faults' && <Everything kind={kind} datagram={datagram} />}
    </Sheet>
  );
};
