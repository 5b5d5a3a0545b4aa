import { check } from '../check/check.ts';
import { flag } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import { hostedQuirksBody, type Quirks } from '../quirks/catalogue.ts';
import { ok, type Result } from '../refusal/refusal.ts';
import { type Override, overrideMakers } from './override.ts';

const bridge = overrideMakers('bridge');

/** The switches of a bridge in a cloud that change how the cloud sees it. All are off for a new house. */
export const hostedSwitches = [
  bridge.value(
    'Offline',
    'Disconnect the bridge from its cloud, or connect it again. The house continues, and its changes are sent later.',
    flag('1 offline, 0 connected'),
  ),
  bridge.value(
    'NoLighting',
    'Give the bridge a firmware without lighting: it shows none, and refuses commands to it.',
    flag('1 without lighting, 0 as the house has it'),
  ),
] as const;

/** The path at which a bridge in a cloud lists the components of its house, as they are without quirks and switches. */
export const componentsPath = '/simulation/components';

export type HostedSwitch = (typeof hostedSwitches)[number]['name'];

/** The members that `GET /simulation` adds for a bridge in a cloud. */
export type HostedStatus = Readonly<Record<HostedSwitch, 0 | 1>> & { readonly quirks: Quirks };

const quirks = overrideMakers('quirks').value(
  'Quirks',
  'Make the house behave like real devices. Replaces all quirks set before.',
  hostedQuirksBody,
);

/** The overrides of a bridge in a cloud that a bridge on a local network does not have, or has in another form. */
export const hostedOverrides: ReadonlyMap<string, Override> = new Map(
  [...hostedSwitches, quirks].map((each) => [each.name, each]),
);

/** A checked override of `hostedOverrides`. */
export type HostedOverride =
  | { readonly name: HostedSwitch; readonly body: 0 | 1 }
  | { readonly name: 'Quirks'; readonly body: Value<typeof hostedQuirksBody> };

/** Checks the parsed body of an override of `hostedOverrides`; undefined if it is not one of them. */
export function checkHostedOverride(name: string, body: unknown): Result<HostedOverride> | undefined {
  const definition = hostedOverrides.get(name);
  if (definition === undefined) return undefined;
  const checked = check(definition.body, body, [name]);
  return checked.ok ? ok({ name, body: checked.value } as HostedOverride) : checked;
}
