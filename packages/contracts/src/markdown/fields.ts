import { describe } from '@plenum/protocol/derive';
import { type Field, factsOf, type ListField, type RecordField } from '@plenum/protocol/field';
import { code, marked, type Row } from './markdown.ts';

/** A field with its path: `Evap.FanSpeed`, `Devices[].Channels[].Name`. */
interface Placed {
  readonly path: string;
  readonly field: Field;
  readonly optional: boolean;
}

const membersAt = (field: Field, path: string): readonly Placed[] => {
  if (factsOf(field).kind === 'list') return membersAt((field as ListField<Field>).items, `${path}[]`);
  if (factsOf(field).kind !== 'record') return [];
  const { properties, required } = field as RecordField;
  return Object.entries(properties).flatMap(([key, member]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return [
      { path: at, field: member as Field, optional: !required.includes(key) },
      ...membersAt(member as Field, at),
    ];
  });
};

/** Returns a field of a command or of a datagram, and every field inside it. */
export const placedFields = (field: Field): readonly Placed[] =>
  factsOf(field).kind === 'record' ? membersAt(field, '') : [{ path: '', field, optional: false }];

const toValues = (field: Field): string => {
  const { kind, enumeration } = factsOf(field);
  if (kind === 'record') return 'object';
  if (kind === 'choice') return `${enumeration}: ${describe(field)}`;
  return describe(field);
};

const toNotes = (field: Field, optional: boolean): string => {
  const { gap, inert, live, section, alias = [] } = factsOf(field);
  const notes = [
    optional ? 'may be left out' : '',
    alias.length > 0 ? `also spelled ${alias.map(code).join(', ')}` : '',
    live === true ? `sent by real devices (${section})` : '',
    inert === undefined ? '' : `stored, but without effect in the simulation: ${inert}`,
    marked(gap),
  ];
  return notes.filter((note) => note !== '').join('; ');
};

export const fieldHead = ['Field', 'Values on the wire', 'Meaning', 'Notes'] as const;

export const toFieldRows = (field: Field): readonly Row[] =>
  placedFields(field).map(({ path, field: member, optional }) => [
    path === '' ? 'the value itself' : code(path),
    toValues(member),
    member.description,
    toNotes(member, optional),
  ]);
