import { initialDatagram } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { lightingLimits } from '@plenum/protocol/lighting';
import { type Draft, patch } from '../model/draft.ts';
import { createSwitchPlant } from '../model/state.ts';
import { createDiagnostics, createLamp, createLampPlant, noNumber } from './create.ts';

const { none, 'wall switch': wallSwitch } = enumerations.pairable.values;

const attachLamp = (draft: Draft, typeNumber: number): void => {
  const { lamp } = draft.datagrams;
  const free = lamp.find(({ Att }) => Att === 0)?.Index ?? lamp.length;
  if (free >= lightingLimits.lamps) return;
  lamp[free] = { ...createLamp(free, typeNumber), Pwrd: draft.plant.lighting!.hasPower ? 1 : 0 };
  draft.datagrams.lampDiagnostics[free] ??= createDiagnostics(free);
  draft.plant.lighting!.lamps[free] = createLampPlant(typeNumber);
  patch(draft, 'lighting', 0, { LiNext: lamp.length, LiLast: free });
};

const attachSwitch = (draft: Draft): void => {
  const { wallSwitch } = draft.datagrams;
  const free = wallSwitch.find(({ Att }) => Att === 0)?.Index ?? wallSwitch.length;
  if (free >= lightingLimits.switches) return;
  wallSwitch[free] = { ...initialDatagram('wallSwitch'), Index: free, Lit: noNumber, Att: 1, NoBut: 3 };
  draft.plant.lighting!.switches[free] = createSwitchPlant();
  patch(draft, 'lighting', 0, { SWNext: wallSwitch.length, SwLast: free });
};

/** Pairs the device that is in pairing mode, if any. */
export function pairDevice(draft: Draft): void {
  const lighting = draft.plant.lighting!;
  const { pairing } = lighting;
  lighting.pairing = 0;
  if (pairing === wallSwitch) attachSwitch(draft);
  else if (pairing !== none) attachLamp(draft, pairing);
}
