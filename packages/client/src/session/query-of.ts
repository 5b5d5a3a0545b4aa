import { type ComponentKind, componentKinds } from '@plenum/protocol/component';
import { type Part, type Query, queries } from '@plenum/protocol/query';

const showsWhole = (part: Part, kind: ComponentKind): boolean => {
  if (part.from === 'firmware') return false;
  if (part.from === 'object') return Object.values(part.members).some((member) => showsWhole(member, kind));
  return part.kind === kind && (part.from === 'nth' || part.from === 'portion' || part.fields === undefined);
};

const queryByKind = new Map<ComponentKind, Query>(
  componentKinds.map((kind) => [
    kind,
    queries.find(({ answer }) => Object.values(answer).some((part) => showsWhole(part, kind)))!,
  ]),
);

/** Returns the query whose answer contains whole datagrams of a kind. */
export const queryOf = (kind: ComponentKind): Query => queryByKind.get(kind)!;
