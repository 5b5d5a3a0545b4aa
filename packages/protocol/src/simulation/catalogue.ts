import { check } from '../check/check.ts';
import { nearest } from '../command/nearest.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { faultInterventions } from './faults.ts';
import type { Intervention, InterventionBodyOf } from './intervention.ts';
import { worldInterventions } from './world.ts';

const definitions = [...worldInterventions, ...faultInterventions] as const;

type Definition = (typeof definitions)[number];

/** The names of the interventions a simulated house takes. */
export type InterventionName = Definition['name'];

/** The names of the interventions that break something. */
export type FaultName = (typeof faultInterventions)[number]['name'];

/** A checked intervention: its name and its body. */
export type AnyIntervention = {
  [Name in InterventionName]: {
    readonly name: Name;
    readonly body: InterventionBodyOf<Extract<Definition, { name: Name }>>;
  };
}[InterventionName];

/** The body of the intervention of that name. */
export type InterventionBody<Name extends InterventionName> = Extract<
  AnyIntervention,
  { name: Name }
>['body'];

/** Everything a person may do to a simulated house, by name: `POST /simulation/<name>`. */
export const interventions: ReadonlyMap<string, Intervention> = new Map(
  definitions.map((each) => [each.name, each]),
);

/** The names of the faults in the order of their table. */
export const faultNames: readonly FaultName[] = faultInterventions.map(({ name }) => name);

/** Checks the parsed body of an intervention. */
export const checkIntervention = (name: string, body: unknown): Result<AnyIntervention> => {
  const definition = interventions.get(name);
  if (definition === undefined)
    return refuse('unknown-intervention', {
      input: name,
      facts: { nearest: nearest(name, interventions.keys()) },
    });
  const checked = check(definition.body, body, [name]);
  return checked.ok ? ok({ name, body: checked.value } as AnyIntervention) : checked;
};
