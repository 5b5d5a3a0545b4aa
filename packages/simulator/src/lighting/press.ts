import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { type Draft, patch } from '../model/draft.ts';
import type { RuleContext } from '../model/rule.ts';
import { unitRules } from '../unit/rules.ts';
import { zoneRules } from '../zone/rules.ts';
import { switchAll, toggleGroup } from './switch.ts';

const { buttonFunction, zoneMode } = enumerations;

const toggleZone = (draft: Draft, Index: number, context: RuleContext): void => {
  const zone = draft.datagrams.zone[Index];
  if (zone === undefined) return;
  const Mode = zone.Mode === zoneMode.values.close ? zoneMode.values.auto : zoneMode.values.close;
  zoneRules.ZoneMode(draft, { Index, Mode }, context);
};

const toggleUnit = (draft: Draft, context: RuleContext): void => {
  const [unit] = draft.datagrams.unit;
  if (unit !== undefined) unitRules.SysOn(draft, unit.SysOn === 1 ? 0 : 1, context);
};

type Control = (draft: Draft, no: number, context: RuleContext) => void;

/** The actions of each function of a button or sensor. A missing target is ignored. */
const controls: Readonly<Record<number, Control>> = {
  [buttonFunction.values['lamp group']]: (draft, group, { now }) => toggleGroup(draft, group, now),
  [buttonFunction.values['AC on/off']]: (draft, _, context) => toggleUnit(draft, context),
  [buttonFunction.values['AC zone']]: toggleZone,
  [buttonFunction.values['all off']]: (draft, _, { now }) => switchAll(draft, 0, now),
  [buttonFunction.values['all on']]: (draft, _, { now }) => switchAll(draft, 1, now),
};

type Button = 1 | 2 | 3;

/** Presses a button of a wall switch: performs its function and shows it as the last button. */
export function pressButton(
  draft: Draft,
  { Switch, button }: { Switch: DatagramOf<'wallSwitch'>; button: number },
  context: RuleContext,
): void {
  patch(draft, 'lastButton', 0, { Sw: Switch.Index, But: button });
  const key = button as Button;
  controls[Switch[`But${key}`]]?.(draft, Switch[`But${key}No`], context);
}
