import {
  type ComponentKind,
  catalogue,
  type DatagramOf,
  membersOf as fieldsOf,
  findDatagram,
  kinds,
} from '@plenum/protocol';
import { CommandForm } from '../../definition/command-form.tsx';
import { commandsFor } from '../../definition/current.ts';
import { toLines } from '../../definition/show-value.ts';
import { Sheet } from '../../design/sheet.tsx';
import { useCommand, useHouse, useScale, useStore } from '../context.tsx';
import { goTo, type Page } from '../frame/place.ts';
import { FaultList } from './fault-list.tsx';

const isKind = (word: string): word is ComponentKind => Object.hasOwn(kinds, word);

const titleOf = (kind: ComponentKind, datagram: object): string => {
  const { Name, Tag1 } = datagram as { Name?: string; Tag1?: string };
  return (
    Name ||
    (kind === 'unit' ? 'Air conditioner' : kind === 'power' ? 'Power monitor' : Tag1) ||
    kinds[kind].of.name
  );
};

const Commands = ({ kind, index, datagram }: { kind: ComponentKind; index: number; datagram: object }) => {
  const give = useCommand();
  const scale = useScale();
  return (
    <>
      {commandsFor(catalogue.values(), kind).map((command) => (
        <CommandForm key={command.name} {...{ command, index, datagram, scale, give }} />
      ))}
    </>
  );
};

const Everything = ({ kind, datagram }: { kind: ComponentKind; datagram: object }) => {
  const scale = useScale();
  const lines = fieldsOf(kinds[kind].of).flatMap(([key, field]) =>
    toLines(field, (datagram as Record<string, unknown>)[key], scale),
  );
  return (
    <details className="disclosure">
      <summary>Everything it says</summary>
      <dl className="lines">
        {lines.map(({ label, value }) => (
          <div key={label} className="lines__one">
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};

/** All about one component: what it can be told and what it says, both from the definitions. */
export const Details = ({ page, of: [word = '', place = '0'] }: { page: Page; of: readonly string[] }) => {
  const { house } = useHouse();
  const kind = isKind(word) ? word : undefined;
  const datagram = useStore(house.state, ({ datagrams }) =>
    kind === undefined ? undefined : (findDatagram(datagrams, kind, Number(place)) as object | undefined),
  );
  if (kind === undefined || datagram === undefined) return null;
  return (
    <Sheet title={titleOf(kind, datagram)} isOpen onClose={() => goTo(page)}>
      <p className="quiet">{kinds[kind].of.summary}</p>
      {kind === 'unit' && <FaultList />}
      {kind === 'faults' && <FaultList of={datagram as DatagramOf<'faults'>} />}
      <Commands kind={kind} index={Number(place)} datagram={datagram} />
      {kind !== 'faults' && <Everything kind={kind} datagram={datagram} />}
    </Sheet>
  );
};
