import { subsystems } from '@plenum/protocol/definition';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { refuse } from '@plenum/protocol/refusal';
import { setLightingPower } from '../lighting/power-cut.ts';
import { pressButton } from '../lighting/press.ts';
import { setLamp } from '../lighting/switch.ts';
import { type Draft, patch, replace } from '../model/draft.ts';
import { installed } from '../model/installed.ts';
import { type RuleContext, type RuleRefusal, refuseMissing } from '../model/rule.ts';
import type { LampPlant } from '../model/state.ts';

const refuseNone = (draft: Draft, path: readonly string[]): RuleRefusal | undefined =>
  draft.plant.lighting === undefined
    ? refuse('not-installed', { path, facts: { noun: subsystems.lighting.noun } })
    : undefined;

const onLamp = (
  draft: Draft,
  { name, lamp: No }: { readonly name: string; readonly lamp: number },
  act: (lamps: LampPlant[]) => RuleRefusal | undefined,
): RuleRefusal | undefined => {
  const path = [name, 'Lamp'];
  const refused = refuseNone(draft, path);
  if (refused !== undefined) return refused;
  const lamps = installed.lamp(draft.datagrams);
  if (!lamps.includes(No)) return refuseMissing('lamp', path, No, lamps);
  return act(draft.plant.lighting!.lamps);
};

/** The rules of the lighting overrides. */
export const lightingOverrides = {
  SwitchPress: (
    draft: Draft,
    { Switch: No, Button }: { Switch: number; Button: number },
    context: RuleContext,
  ): RuleRefusal | undefined => {
    const refused = refuseNone(draft, ['SwitchPress', 'Switch']);
    if (refused !== undefined) return refused;
    const switches = installed.switch(draft.datagrams);
    if (!switches.includes(No)) return refuseMissing('switch', ['SwitchPress', 'Switch'], No, switches);
    const Switch = draft.datagrams.wallSwitch.find(({ Index }) => Index === No)!;
    if (Button > Switch.NoBut)
      return refuseMissing(
        'button',
        ['SwitchPress', 'Button'],
        Button,
        Array.from({ length: Switch.NoBut }, (_, place) => place + 1),
      );
    pressButton(draft, { Switch, button: Button }, context);
    return undefined;
  },

  LightingPower: (draft: Draft, on: number, { now }: RuleContext): RuleRefusal | undefined => {
    const refused = refuseNone(draft, ['LightingPower']);
    if (refused === undefined) setLightingPower(draft, on, now);
    return refused;
  },

  LampPower: (
    draft: Draft,
    { Lamp, On }: { Lamp: number; On: number },
    { now }: RuleContext,
  ): RuleRefusal | undefined =>
    onLamp(draft, { name: 'LampPower', lamp: Lamp }, (lamps) => {
      if (draft.plant.lighting!.hasPower) {
        setLamp(draft, Lamp, { Pwrd: On }, now);
        patch(draft, 'lampDiagnostics', Lamp, { Powered: On });
      } else replace(lamps, Lamp, { before: { On: 0, ...lamps[Lamp]!.before, Pwrd: On } });
      return undefined;
    }),

  LightingPairing: (draft: Draft, type: number): RuleRefusal | undefined => {
    const refused = refuseNone(draft, ['LightingPairing']);
    if (refused === undefined) draft.plant.lighting!.pairing = type;
    return refused;
  },

  GarageDoorBlocked: (draft: Draft, { Lamp, On }: { Lamp: number; On: number }): RuleRefusal | undefined =>
    onLamp(draft, { name: 'GarageDoorBlocked', lamp: Lamp }, (lamps) => {
      if (!abilitiesOf(draft.datagrams.lamp[Lamp]!.Type).isGarageDoor)
        return refuse('without-effect', {
          path: ['GarageDoorBlocked', 'Lamp'],
          input: Lamp,
          facts: { reason: 'not-a-garage-door', lamp: Lamp },
        });
      replace(lamps, Lamp, { blocked: On === 1 });
      return undefined;
    }),
};
