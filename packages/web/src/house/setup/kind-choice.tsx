import { type ComponentKind, indexOf, kinds } from '@plenum/protocol/component';
import { useEffect, useState } from 'react';
import { Picker } from '../../design/field/picker.tsx';
import { type PlainKey, t } from '../../text/text.ts';

const labels: Readonly<Partial<Record<ComponentKind, PlainKey>>> = {
  zone: 'setup.room',
  schedule: 'setup.favourite',
  lamp: 'setup.lamp',
  wallSwitch: 'setup.wallSwitch',
  lightFavourite: 'setup.favourite',
};

export const numberOf = (kind: ComponentKind, datagram: object): number => indexOf(kind, datagram);

/** Returns the name of a component, or its number if it has none. */
const nameOf = (kind: ComponentKind, datagram: object): string =>
  (datagram as { Name?: string }).Name || t('setup.number', { number: numberOf(kind, datagram) + 1 });

/** Returns the chosen component of a kind, and a function that chooses another; an added one is chosen automatically. */
export function useChosen(kind: ComponentKind, components: readonly object[]) {
  const numbers = components.map((each) => numberOf(kind, each));
  const [{ chosen, count }, choose] = useState({ chosen: numbers[0]!, count: numbers.length });
  const isGrown = numbers.length > count;
  useEffect(() => {
    if (numbers.length !== count)
      choose({ chosen: isGrown ? numbers.at(-1)! : chosen, count: numbers.length });
  });
  const present = numbers.includes(chosen) ? chosen : numbers[0]!;
  return [present, (number: number) => choose({ chosen: number, count: numbers.length })] as const;
}

interface KindChoiceProps {
  readonly kind: ComponentKind;
  readonly components: readonly object[];
  readonly chosen: number;
  readonly choose: (number: number) => void;
}

/** Chooses a component of a kind by its name; nothing if there can be only one. */
export const KindChoice = ({ kind, components, chosen, choose }: KindChoiceProps) =>
  kinds[kind].key === undefined ? null : (
    <div className="setup__choice">
      <Picker
        label={t(labels[kind] ?? 'setup.component')}
        options={components.map((each) => ({ value: numberOf(kind, each), label: nameOf(kind, each) }))}
        value={chosen}
        onChange={choose}
      />
    </div>
  );
