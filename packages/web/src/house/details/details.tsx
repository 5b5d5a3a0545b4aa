import { type AnyCommand, catalogue, movesGarageDoor } from '@plenum/protocol/command';
import { type ComponentKind, type DatagramOf, findDatagram, kinds } from '@plenum/protocol/component';
import type { Command } from '@plenum/protocol/definition';
import { commandsFor, currentValues, toBody } from '../../definition/form-values.ts';
import { Sheet } from '../../design/overlay/sheet.tsx';
import { subjectId } from '../../reading/house/subjects.ts';
import { warningsOf } from '../../reading/house/warning.ts';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { ChannelTable } from '../energy/channel-table.tsx';
import { WhyLink } from '../explain/why-link.tsx';
import { LocalOnlyNote, ViewOnlyNote } from '../frame/command-fieldset.tsx';
import { type HousePageName, navigate } from '../frame/routes.ts';
import { WaterButtons } from '../garden/water-buttons.tsx';
import { RecentClimate } from '../history/recent-climate.tsx';
import {
  useDatagrams,
  useHouseContext,
  useIsAvailable,
  useMayControl,
  useMayMoveDoors,
  useOne,
  useScale,
} from '../house-context.tsx';
import { UnitControls } from '../unit/unit-controls.tsx';
import { WarningList } from '../warning/warning-list.tsx';
import { DirectControls, hasControls } from './direct-controls.tsx';
import { FaultList } from './fault-list.tsx';

const isKind = (word: string): word is ComponentKind => Object.hasOwn(kinds, word);

const titleOf = (kind: ComponentKind, datagram: object): string => {
  const { Name, Tag1 } = datagram as { Name?: string; Tag1?: string };
  return (
    Name ||
    (kind === 'unit' ? t('house.airConditioner') : kind === 'power' ? t('house.powerMonitor') : Tag1) ||
    (kind === 'faults' && t('house.faults')) ||
    (kind === 'irrigation' && t('garden.title')) ||
    kinds[kind].name
  );
};

/**
 * The kinds whose cards link to an explanation. Rows of rooms and tiles of the wall have no link, but their sheets have
 * one.
 */
const explained: readonly ComponentKind[] = ['unit', 'zone', 'split', 'vrf'];

interface CommandsProps {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly datagram: object;
}

/** Returns the commands that the reader may send to a component from this page. */
const useCommandsTo = ({ kind, index, datagram }: CommandsProps): readonly Command[] => {
  const datagrams = useDatagrams();
  const isAvailable = useIsAvailable();
  const mayMoveDoors = useMayMoveDoors();
  const movesDoor = (command: Command) => {
    const body = toBody(command, index, currentValues(command, datagram));
    return movesGarageDoor({ name: command.name, body } as AnyCommand, datagrams);
  };
  return commandsFor(catalogue.values(), kind).filter(
    (command) => isAvailable(command.name) && (mayMoveDoors || !movesDoor(command)),
  );
};

/** The reason why some commands are not offered; nothing if all are offered. */
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

/** The controls of a component that take effect immediately. */
const Controls = ({ kind, index, datagram }: CommandsProps) => {
  const mayControl = useMayControl();
  if (!hasControls(kind) || !mayControl) return null;
  if (kind !== 'unit') return <DirectControls kind={kind} index={index} datagram={datagram} />;
  return (
    <section className="unit direct card" aria-label={t('control.title')}>
      <UnitControls unit={datagram as DatagramOf<'unit'>} />
    </section>
  );
};

/** The sheet of one component: its warnings, its controls and its recent history. */
export function Details({
  page,
  of: [word = '', place = '0'],
}: {
  page: HousePageName;
  of: readonly string[];
}) {
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
      <WarningList hasHelp warnings={warningsOf(kind, datagram as DatagramOf<typeof kind>, scale, status)} />
      {explained.includes(kind) && (
        <WhyLink kind={kind} page={page} index={Number(place)} name={titleOf(kind, datagram)} />
      )}
      <DeniedNote kind={kind} index={Number(place)} datagram={datagram} />
      {kind === 'station' && <WaterButtons station={datagram as DatagramOf<'station'>} />}
      <Controls kind={kind} index={Number(place)} datagram={datagram} />
      <RecentClimate id={subjectId(kind, Number(place))} />
      {(kind === 'unit' || kind === 'faults') && <FaultList />}
      {kind === 'power' && isAvailable('ChannelName') && (
        <ChannelTable power={datagram as DatagramOf<'power'>} />
      )}
    </Sheet>
  );
}
