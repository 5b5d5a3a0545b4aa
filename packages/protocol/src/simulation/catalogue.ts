import { check } from '../check/check.ts';
import { nearest } from '../command/nearest.ts';
import { quirksBody } from '../quirks/catalogue.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { faultOverrides } from './faults.ts';
import { type Override, type OverrideBodyOf, overrideMakers } from './override.ts';
import { worldOverrides } from './world.ts';

/** All quirks of the bridge, set together. Omitted quirks are switched off. */
const quirksOverride = overrideMakers('quirks').value(
  'Quirks',
  'Make the bridge behave like real devices. Replaces all quirks set before; they end when the bridge stops.',
  quirksBody,
);

const definitions = [...worldOverrides, ...faultOverrides, quirksOverride] as const;

type Definition = (typeof definitions)[number];

/** The names of the overrides that a simulated house accepts. */
export type OverrideName = Definition['name'];

/** The names of the overrides that cause a fault. */
export type FaultName = (typeof faultOverrides)[number]['name'];

/** A checked override: its name and its body. */
export type AnyOverride = {
  [Name in OverrideName]: {
    readonly name: Name;
    readonly body: OverrideBodyOf<Extract<Definition, { name: Name }>>;
  };
}[OverrideName];

/** The body of an override, by the override's name. */
export type OverrideBody<Name extends OverrideName> = Extract<AnyOverride, { name: Name }>['body'];

/** All overrides of a simulated house, by name: `POST /simulation/<name>`. */
export const overrides: ReadonlyMap<string, Override> = new Map(definitions.map((each) => [each.name, each]));

/** The names of the faults in the order of their table. */
export const faultNames: readonly FaultName[] = faultOverrides.map(({ name }) => name);

/** Checks the parsed body of an override. */
export function checkOverride(name: string, body: unknown): Result<AnyOverride> {
  const definition = overrides.get(name);
  if (definition === undefined)
    return refuse('unknown-intervention', {
      input: name,
      facts: { nearest: nearest(name, overrides.keys()) },
    });
  const checked = check(definition.body, body, [name]);
  return checked.ok ? ok({ name, body: checked.value } as AnyOverride) : checked;
}
