import { enumerations } from '@plenum/protocol/field';
import { type Draft, patch, replace } from '../model/draft.ts';
import { drive } from './motion.ts';
import { isSwitchable, setLamp } from './switch.ts';

const { powerReturn, lampPowerReturn } = enumerations;

/** Cuts the power of the lighting system: lamps go out, doors and blinds stop at their positions. */
const cut = (draft: Draft, at: number): void => {
  const { lamps } = draft.plant.lighting!;
  for (const [place, lamp] of lamps.entries()) {
    const { On, Pwrd } = draft.datagrams.lamp[place]!;
    replace(lamps, place, { before: { On, Pwrd } });
    if (lamp.direction !== 0) drive(draft, place, 0, at);
    setLamp(draft, place, { On: 0, Pwrd: 0 }, at);
  }
};

/** Returns the behaviour of a lamp when power comes back: its own setting, or that of the system (lighting 2, 3). */
const settingOf = (draft: Draft, place: number): number => {
  const own = draft.datagrams.lamp[place]!.LiPwrOn ?? lampPowerReturn.values['as the system'];
  if (own !== lampPowerReturn.values['as the system']) return own - 1;
  return draft.datagrams.lighting[0]!.LiPwrOn;
};

const restore = (draft: Draft, at: number): void => {
  const { lamps } = draft.plant.lighting!;
  for (const [place, { before }] of lamps.entries()) {
    replace(lamps, place, { before: null });
    setLamp(draft, place, { Pwrd: before?.Pwrd ?? 1 }, at);
    if (!isSwitchable(draft.datagrams.lamp[place]!)) continue;
    const setting = settingOf(draft, place);
    if (setting === powerReturn.values['previous setting'] && before !== null)
      setLamp(draft, place, before, at);
    if (setting === powerReturn.values['full white']) setLamp(draft, place, { On: 1, Brig: 100, Rgb: 0 }, at);
  }
};

/** Cuts or restores the power of the lighting system. */
export function setLightingPower(draft: Draft, on: number, at: number): void {
  const lighting = draft.plant.lighting!;
  if (lighting.hasPower === (on === 1)) return;
  if (on === 0) cut(draft, at);
  lighting.hasPower = on === 1;
  if (on === 1) restore(draft, at);
  for (const [place, { Pwrd }] of draft.datagrams.lamp.entries())
    patch(draft, 'lampDiagnostics', place, { Powered: Pwrd });
}
