import { type CommandName, catalogue, checkCommand } from '@plenum/protocol/command';
import { type ComponentKind, fromComponentId, toComponentId } from '@plenum/protocol/component';
import type { Command } from '@plenum/protocol/definition';
import { ductedUnit } from '@plenum/protocol/vrf';
import { describeRefusal } from '../../../text/refusal-text.ts';
import { type PlainKey, t } from '../../../text/text.ts';
import type { HouseTitles } from '../ui/house-titles.ts';

/** A component as returned by Discover. */
export interface DiscoveredComponent {
  readonly componentId: string;
  readonly datagram: Readonly<Record<string, unknown>>;
}

/** An option, and the heading of its group. */
export interface Offer {
  readonly value: string;
  readonly label: string;
  readonly group: string;
}

const headings: Readonly<Record<string, PlainKey>> = {
  unit: 'console.unit',
  zone: 'console.zones',
  schedule: 'house.favourites',
  split: 'house.splits',
  vrf: 'console.vrfUnits',
  irrigation: 'console.irrigation',
  power: 'house.powerMonitor',
};

const headingOf = (group: string): string => {
  const key = headings[group];
  return key === undefined ? group : t(key);
};

const isLocalOnly = ({ over }: Command) => !over.includes('cloud');

/** Returns all commands of interface 4.4, by group. */
export const commandChoices = (): readonly Offer[] =>
  [...catalogue.values()].map((command) => ({
    value: command.name,
    label: isLocalOnly(command) ? t('console.localOnly', { name: command.name }) : command.name,
    group: headingOf(command.group),
  }));

const nameOf = ({ Name, Tag1, Tag2 }: DiscoveredComponent['datagram']): string => {
  const name = [Name, Tag1, Tag2].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof name === 'string' ? name.trim() : '';
};

/** Returns the components of an account, grouped by house. */
export const toComponentChoices = (
  components: readonly DiscoveredComponent[],
  titles: HouseTitles,
): readonly Offer[] =>
  components.map(({ componentId, datagram }) => {
    const [system = '', ...rest] = componentId.split('_');
    const name = nameOf(datagram);
    const part = rest.join('_');
    return {
      value: componentId,
      label: name === '' ? part : `${part} · ${name}`,
      group: titles.get(system) ?? system,
    };
  });

/** The system id in example requests. */
const nowhere = '000000000';

const kindOf = (componentId: string): ComponentKind | undefined => fromComponentId(componentId)?.kind;

export const indexOf = (componentId: string): number => fromComponentId(componentId)?.index ?? 0;

const isDucted = (componentId: string): boolean =>
  kindOf(componentId) === 'vrf' && indexOf(componentId) === ductedUnit;

/**
 * Returns the components that accept a command, or an example if there are none, so that every command can be shown.
 */
export function toTargets(
  name: CommandName,
  components: readonly DiscoveredComponent[],
): readonly DiscoveredComponent[] {
  const { component: kind } = catalogue.get(name)!;
  const found = components.filter(
    ({ componentId }) => kindOf(componentId) === kind && !isDucted(componentId),
  );
  if (found.length > 0) return found;
  const system = components[0]?.componentId.split('_')[0] ?? nowhere;
  return [
    {
      componentId: toComponentId(system, { kind, index: kind === 'vrf' ? ductedUnit + 1 : 0 })!,
      datagram: {},
    },
  ];
}

/** Returns the reason why a command would be refused; `undefined` if it is valid. */
export function whyRefused(name: CommandName, body: unknown): string | undefined {
  const checked = checkCommand({ [name]: body });
  if (!checked.ok) return describeRefusal(checked.refusal);
  return isLocalOnly(catalogue.get(name)!) ? t('console.localOnlyHelp') : undefined;
}
