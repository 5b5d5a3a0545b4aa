import { cloudRequests } from '@plenum/protocol/cloud';
import { catalogue } from '@plenum/protocol/command';
import { componentKinds, kinds } from '@plenum/protocol/component';
import { subsystemNames, subsystems } from '@plenum/protocol/definition';
import { isShape, type Shape } from '@plenum/protocol/endpoint';
import { type Field, type Fields, factsOf } from '@plenum/protocol/field';
import { v1Commands } from '@plenum/protocol/v1';
import { bridgeEndpoints } from '../endpoint/index.ts';

/** The words of the interface: the keys that bodies and queries may have, and the texts that they choose from. */
export interface Vocabulary {
  readonly keys: ReadonlySet<string>;
  readonly choices: ReadonlySet<string>;
  /** The names of commands whose bodies are secrets; no keys. */
  readonly secrets: ReadonlySet<string>;
  /** True for the name of a series of the history, or of a component: `zone.0.Temp`, `zone.0`. */
  readonly isSeries: (text: string) => boolean;
}

interface Words {
  readonly keys: Set<string>;
  readonly choices: Set<string>;
}

const collectField = (field: Field, words: Words): void => {
  if ('properties' in field) {
    for (const [key, member] of Object.entries(field.properties as Fields)) {
      for (const word of [key, ...(factsOf(member).alias ?? [])]) words.keys.add(word);
      collectField(member, words);
    }
  } else if ('items' in field) collectField(field.items as Field, words);
  else if ('additionalProperties' in field && typeof field.additionalProperties === 'object')
    collectField(field.additionalProperties as Field, words);
  else if ('enum' in field && field.enum !== undefined)
    for (const choice of field.enum) words.choices.add(String(choice));
};

/** Returns the parts of a shape that are not a field, and collects its own words. */
const partsOf = (shape: Exclude<Shape, Field>, words: Words): readonly Shape[] => {
  switch (shape.shape) {
    case 'open':
      for (const key of Object.keys(shape.members)) words.keys.add(key);
      return Object.values(shape.members);
    case 'list':
      return [shape.items as Shape];
    case 'map':
      return [shape.each as Shape];
    case 'either':
      return shape.of as readonly Shape[];
    case 'nullable':
      return [shape.of as Shape];
    case 'constant':
      for (const value of shape.values) words.choices.add(String(value));
      return [];
    case 'any':
      return [];
  }
};

const collectShape = (shape: Shape, words: Words): void => {
  if (isShape(shape)) for (const part of partsOf(shape, words)) collectShape(part, words);
  else collectField(shape, words);
};

/** Collects the words from the definitions of commands, queries and endpoints. */
export const collectVocabulary = (): Vocabulary => {
  const words: Words = {
    keys: new Set(['Type', 'No', 'No1', ...subsystemNames.map((name) => subsystems[name].root)]),
    choices: new Set(),
  };
  const secrets = new Set<string>();
  for (const { name, alias, body, isSecret } of catalogue.values())
    if (isSecret) for (const word of [name, ...alias]) secrets.add(word);
    else {
      for (const word of [name, ...alias]) words.keys.add(word);
      collectField(body, words);
    }
  for (const { name, field } of v1Commands.values()) {
    words.keys.add(name);
    collectField(field, words);
  }
  for (const request of Object.values(cloudRequests)) collectField(request, words);
  for (const { body, query } of bridgeEndpoints.values())
    for (const shape of [body, query]) if (shape !== undefined) collectShape(shape, words);
  const members: Words = { keys: new Set(['W', 'Wh']), choices: new Set() };
  for (const kind of componentKinds) collectField(kinds[kind].fields, members);
  const isSeries = (text: string) => {
    const [first = '', ...parts] = text.split('.');
    const isKind = (componentKinds as readonly string[]).includes(first);
    return isKind && parts.every((part) => /^\d{1,2}$/.test(part) || members.keys.has(part));
  };
  return { ...words, secrets, isSeries };
};
