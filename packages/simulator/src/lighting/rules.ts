import type { CommandTo } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { type Reason, refuse, type Subject } from '@plenum/protocol/refusal';
import { type Draft, patch, replace } from '../model/draft.ts';
import { installed } from '../model/installed.ts';
import {
  ifInstalled,
  type Rule,
  type RuleContext,
  type RuleRefusal,
  type Rules,
  refuseMissing,
  rulesOf,
} from '../model/rule.ts';
import { createLamp, createLampPlant, noNumber } from './create.ts';
import { effectSettings } from './effects.ts';
import { drive, positionAt, pressDoor } from './motion.ts';
import { pairDevice } from './pair.ts';
import { toSetting } from './setting.ts';
import { setLamp, startLightFavourite, switchAll, switchLamp } from './switch.ts';

type Lamp = DatagramOf<'lamp'>;
type LampNames = CommandTo<'lamp'>;
type OtherNames = CommandTo<'lighting' | 'wallSwitch' | 'lightFavourite'>;
type Field = keyof ReturnType<typeof abilitiesOf>;

const { blindDrive, lightEffect, deviceType } = enumerations;
/** Maximum difference in seconds between a clock that a command sets and the clock of the house (lighting 3). */
const clockTolerance = 60;
const minute = 60_000;

const notAvailable = <What extends Subject, Why extends Reason>(facts: What & Why): RuleRefusal =>
  refuse('not-available', { facts });

/** Refuses a lamp that is not attached, or that is switched off at the wall but needs power for the command. */
const refuseLamp = (draft: Draft, command: string, No: number, needsPower: boolean) => {
  const lamp = draft.datagrams.lamp[No];
  if (lamp?.Att !== 1) return refuseMissing('lamp', [command, 'No'], No, installed.lamp(draft.datagrams));
  if (needsPower && lamp.Pwrd === 0)
    return notAvailable({ what: 'lamp', lamp: No, reason: 'lamp-without-power' });
  return undefined;
};

type LampRule<Name extends LampNames> = (
  draft: Draft,
  body: Parameters<Rule<Name>>[1] & { readonly No: number },
  context: RuleContext & { readonly lamp: Lamp },
  // biome-ignore lint/suspicious/noConfusingVoidType: a rule that did its work returns nothing
) => RuleRefusal | void;

/** Refuses a command beyond the abilities of a kind of device. */
const needs = <What extends Subject, Why extends Reason>(
  ability: Field,
  facts: What & Why,
  { Type }: Lamp,
) => (abilitiesOf(Type)[ability] ? undefined : notAvailable(facts));

const cannotDim = (lamp: Lamp) =>
  needs('dims', { what: 'brightness', reason: 'only-switches', lamp: lamp.Index }, lamp);
const hasNoColour = (lamp: Lamp) =>
  needs('isColoured', { what: 'colour', reason: 'without-colour', lamp: lamp.Index }, lamp);
const isNoBlind = (lamp: Lamp) =>
  needs('isBlind', { what: 'blind', reason: 'not-a-blind', lamp: lamp.Index }, lamp);
const isNoDoor = (lamp: Lamp) =>
  needs('isGarageDoor', { what: 'garage-door', reason: 'not-a-garage-door', lamp: lamp.Index }, lamp);

/** Refuses a setting that the kind of device does not have. */
const hasNo = <What extends Subject>(field: keyof Lamp, subject: What, lamp: Lamp) =>
  lamp[field] === undefined
    ? notAvailable({ ...subject, reason: 'another-device', lamp: lamp.Index })
    : undefined;

/**
 * Changes a lamp to another kind of device, with the settings of that kind. Its name, group and location stay. A garage
 * door keeps its position even if the new kind is a relay or outlet: only a press moves it.
 */
const changeType = (draft: Draft, place: number, typeNumber: number, now: number): void => {
  const before = draft.datagrams.lamp[place]!;
  const { Name, GrNo, PgNo, LocX, LocY, Att, Pwrd } = before;
  const { lamps } = draft.plant.lighting!;
  const stood = positionAt(lamps[place]!, before.Type, now);
  lamps[place] = createLampPlant(typeNumber);
  const lamp = { ...createLamp(place, typeNumber), Name, GrNo, PgNo, LocX, LocY, Att, Pwrd };
  if (!abilitiesOf(before.Type).isBlind && !abilitiesOf(lamp.Type).isBlind) {
    replace(lamps, place, { position: stood });
    if (abilitiesOf(lamp.Type).isGarageDoor) lamp.Reed = stood === 0 ? 1 : 0;
  }
  draft.datagrams.lamp[place] = lamp;
};

/** Commands to one lamp that only require the lamp to be attached. All other commands also require power. */
const settings: ReadonlySet<string> = new Set<LampNames>([
  'LiName',
  'LiGroup',
  'LiPage',
  'LiLoc',
  'LiAlOn',
  'LiAlOf',
  'LiAlarm',
  'LiLampAlarm',
  'LiOccSt',
  'LiOccAutoOn',
  'LiiSense',
  'IndividualLiPwrOn',
]);

const lampRules: { readonly [Name in LampNames]: LampRule<Name> } = {
  LiOn: (draft, { No, On }, { lamp, now }) =>
    abilitiesOf(lamp.Type).isGarageDoor ? pressDoor(draft, No, now) : switchLamp(draft, No, On, now),
  LiBright: (draft, { No, Bright }, { lamp, now }) =>
    cannotDim(lamp) ?? setLamp(draft, No, { Brig: Bright }, now),
  LiTemp: (draft, { No, Temp }, { lamp, now }) => hasNoColour(lamp) ?? setLamp(draft, No, { Temp }, now),
  LiRgb: (draft, { No, R, G, B }, { lamp, now }) =>
    hasNoColour(lamp) ?? setLamp(draft, No, { R, G, B, Rgb: 1 }, now),
  LiRgbMode: (draft, { No, Rgb }, { lamp, now }) => hasNoColour(lamp) ?? setLamp(draft, No, { Rgb }, now),
  LiFx: (draft, { No, Fx }, { lamp, now }) =>
    cannotDim(lamp) ?? setLamp(draft, No, { Fx, ...effectSettings(Fx) }, now),
  LiAccel: (draft, { No, Accel }) => patch(draft, 'lamp', No, { Acce: Accel }),
  LiAlarm: (draft, { No, Alar }) => patch(draft, 'lamp', No, { Alar }),
  LiLampAlarm: (draft, { No, AlH, AlM, En, ...Days }) =>
    patch(draft, 'lamp', No, {
      AlH,
      AlM,
      Alar: En,
      Days,
    }),
  LiAlSnooze: (draft, { No, Time }, { now }) => {
    const { lamps } = draft.plant.lighting!;
    if (lamps[No]!.alarmSince === 0)
      return notAvailable({ what: 'snooze', reason: 'alarm-silent', lamp: No });
    replace(lamps, No, { alarmSince: 0, snoozedUntil: now + Time * minute });
    setLamp(draft, No, { On: 0 }, now);
    return undefined;
  },
  LiiSense: (draft, { No, iSen }) => patch(draft, 'lamp', No, { iSen }),
  LiOccSt: (draft, { No, D1, A1, D2, A2 }) => patch(draft, 'lamp', No, { D1, A1, D2, A2 }),
  LiOccAutoOn: (draft, { No, On }) => patch(draft, 'lamp', No, { OccAuOn: On }),
  LiAlOn: (draft, { No, AlOn }) => patch(draft, 'lamp', No, { AlOn }),
  LiAlOf: (draft, { No, AlOf }) => patch(draft, 'lamp', No, { AlOf }),
  LiName: (draft, { No, Name }) => patch(draft, 'lamp', No, { Name }),
  LiGroup: (draft, { No, Group }) => patch(draft, 'lamp', No, { GrNo: Group }),
  LiPage: (draft, { No, Page }) => patch(draft, 'lamp', No, { PgNo: Page }),
  LiLoc: (draft, { No, x, y }) => {
    if (draft.datagrams.lighting[0]!.AdLock === 1)
      return notAvailable({ what: 'lamp-place', reason: 'layout-locked' });
    patch(draft, 'lamp', No, { LocX: x, LocY: y });
    return undefined;
  },
  IndividualLiPwrOn: (draft, { No, LiPwrOn }) => patch(draft, 'lamp', No, { LiPwrOn }),
  DeviceTypeChange: (draft, { No, Type }, { now }) => changeType(draft, No, Type, now),
  CgpoGarage: (draft, { No, Type }, { lamp, now }) => {
    if (lamp.Type !== 'CGPO' && lamp.Type !== 'CGDO')
      return notAvailable({ what: 'outlet-use', reason: 'not-an-outlet', lamp: No });
    changeType(draft, No, Type, now);
    return undefined;
  },
  CgdoPulse: (draft, { No, Pulse }, { lamp }) => isNoDoor(lamp) ?? patch(draft, 'lamp', No, { Pulse }),
  CbldDrive: (draft, { No, Mode }, { lamp, now }) => {
    const { up, stop } = blindDrive.values;
    return isNoBlind(lamp) ?? drive(draft, No, Mode === stop ? 0 : Mode === up ? 1 : -1, now);
  },
  CbldCalib: (draft, { No }, { lamp, now }) => isNoBlind(lamp) ?? drive(draft, No, 1, now),
  CbldReverse: (draft, { No, Reverse }, { lamp }) => isNoBlind(lamp) ?? patch(draft, 'lamp', No, { Reverse }),
  CbldAllOn: (draft, { No, AllOn }, { lamp }) => isNoBlind(lamp) ?? patch(draft, 'lamp', No, { AllOn }),
  CbldAllOff: (draft, { No, AllOff }, { lamp }) => isNoBlind(lamp) ?? patch(draft, 'lamp', No, { AllOff }),
  CacrtcSetpoint: (draft, { No, Setpoint }, { lamp }) =>
    hasNo('Setpoint', { what: 'setpoint' }, lamp) ?? patch(draft, 'lamp', No, { Setpoint }),
  CacdLimitChange: (draft, { No, CacdLimit }, { lamp, now }) =>
    hasNo('CacdLimit', { what: 'lowest-brightness' }, lamp) ?? setLamp(draft, No, { CacdLimit }, now),
  CacdswWallSwitchType: (draft, { No, SwitchType }, { lamp }) =>
    hasNo('SwitchType', { what: 'wall-switch' }, lamp) ?? patch(draft, 'lamp', No, { SwitchType }),
  CacdswLedOnOff: (draft, { No, LedOnOff }, { lamp }) =>
    hasNo('LedOnOff', { what: 'wall-switch-lamp' }, lamp) ?? patch(draft, 'lamp', No, { LedOnOff }),
  CvfcReverseOutput: (draft, { No, ReverseOutput }, { lamp }) =>
    hasNo('ReverseOutput', { what: 'reversed-output' }, lamp) ?? patch(draft, 'lamp', No, { ReverseOutput }),
};

const refuseFavourite = (draft: Draft, No: number) =>
  draft.datagrams.lightFavourite[No]!.Name === ''
    ? refuse('unused-favourite', { facts: { index: No } })
    : undefined;

const applies = /^[01]{0,128}$/;

type SystemRule<Name extends OtherNames> = (
  draft: Draft,
  body: Parameters<Rule<Name>>[1],
  context: RuleContext & { readonly now: number },
  // biome-ignore lint/suspicious/noConfusingVoidType: a rule that did its work returns nothing
) => RuleRefusal | void;

const setSystem = (draft: Draft, members: Partial<DatagramOf<'lighting'>>) =>
  patch(draft, 'lighting', 0, members);

const secondsOf = ({ Y, Mo, D, h, mi, s }: DatagramOf<'lighting'>['Time']): number =>
  Date.UTC(2000 + Y, Mo - 1, D, h, mi, s) / 1000;

/**
 * Restarts the lighting system, which resets the last button, the device in pairing mode, and active or snoozed alarms.
 */
const restart = (draft: Draft): void => {
  const lighting = draft.plant.lighting!;
  lighting.pairing = enumerations.pairable.values.none;
  for (const place of lighting.lamps.keys())
    replace(lighting.lamps, place, { alarmSince: 0, snoozedUntil: 0 });
  patch(draft, 'lastButton', 0, { Sw: noNumber, But: noNumber });
};

const otherRules: { readonly [Name in OtherNames]: SystemRule<Name> } = {
  LiAllOn: (draft, _, { now }) => switchAll(draft, 1, now),
  LiAllOff: (draft, _, { now }) => switchAll(draft, 0, now),
  LiHoliday: (draft, { Hol }, { now }) => {
    const { holiday, none } = lightEffect.values;
    for (const [place, { Fx, Type, Att }] of draft.datagrams.lamp.entries()) {
      if (Att === 0 || !abilitiesOf(Type).dims) continue;
      if (Hol === 1) setLamp(draft, place, { Fx: holiday }, now);
      else if (Fx === holiday) setLamp(draft, place, { Fx: none, On: 0 }, now);
    }
  },
  LiMusic: (draft, { RgbOn, Temp, Bright, R, G, B }, { now }) => {
    for (const [place, { Fx, Att }] of draft.datagrams.lamp.entries()) {
      if (Att === 1 && Fx === lightEffect.values.music)
        setLamp(draft, place, { Rgb: RgbOn, Temp, Brig: Bright, R, G, B }, now);
    }
  },
  LiFavAct: (draft, { No }, { now }) => refuseFavourite(draft, No) ?? startLightFavourite(draft, No, now),
  LiFavSet: (draft, { No, Ap }) => {
    if (!applies.test(Ap)) return notAvailable({ what: 'lamps-text', reason: 'one-digit-per-lamp' });
    const lamps = draft.datagrams.lamp.filter(({ Index, Att }) => Att === 1 && Ap[Index] === '1');
    patch(draft, 'lightFavourite', No, {
      iLightFav: lamps.map((lamp) => ({ X: lamp.Index, S: toSetting(lamp) })),
    });
    return undefined;
  },
  LiFavName: (draft, { No, Name }) => patch(draft, 'lightFavourite', No, { Name }),
  LiFavEn: (draft, { No, En }) => patch(draft, 'lightFavourite', No, { En }),
  LiFavTime: (draft, { No, OnH, OnM, OffH, OffM, ...Days }) =>
    patch(draft, 'lightFavourite', No, {
      On: { H: OnH, M: OnM },
      Off: { H: OffH, M: OffM },
      Days,
    }),
  LiTag1: (draft, Tag1) => setSystem(draft, { Tag1 }),
  LiTag2: (draft, Tag2) => setSystem(draft, { Tag2 }),
  // The password is never shown, and a simulated house never asks for it.
  LiPass: () => undefined,
  LiPageName: (draft, { No, Name }) => setSystem(draft, { [`Pg${No}N`]: Name }),
  LiAdLock: (draft, { AdLock }) => setSystem(draft, { AdLock }),
  LiRfCh: (draft, { Ch }) => setSystem(draft, { RfCh: Ch }),
  LiPwrOn: (draft, { PwrOn }) => setSystem(draft, { LiPwrOn: PwrOn }),
  LiPair: (draft) => pairDevice(draft),
  LiRemove: (draft, { Type, No }, { now }) => {
    const noun = Type === enumerations.removable.values.lamp ? 'lamp' : 'switch';
    const there = installed[noun](draft.datagrams);
    if (!there.includes(No)) return refuseMissing(noun, ['LiRemove', 'No'], No, there);
    if (noun === 'switch') return patch(draft, 'wallSwitch', No, { Att: 0 });
    changeType(draft, No, deviceType.values.lamp, now);
    patch(draft, 'lamp', No, { Att: 0, Name: '', GrNo: noNumber });
    return undefined;
  },
  SwConfig: (draft, { No, LiNo, OccSys, OccNo, But1Sys, But1No, But2Sys, But2No, But3Sys, But3No }) => {
    const there = installed.switch(draft.datagrams);
    if (!there.includes(No)) return refuseMissing('switch', ['SwConfig', 'No'], No, there);
    patch(draft, 'wallSwitch', No, {
      Lit: LiNo,
      Occ: OccSys,
      OccNo,
      But1: But1Sys,
      But1No,
      But2: But2Sys,
      But2No,
      But3: But3Sys,
      But3No,
    });
    return undefined;
  },
  Time: (draft, time) => {
    const off = Math.abs(secondsOf(time) - secondsOf(draft.datagrams.lighting[0]!.Time));
    if (off > clockTolerance) return notAvailable({ what: 'another-time', reason: 'clock-of-simulator' });
    return undefined;
  },
  LiNetSet: () => notAvailable({ what: 'another-network', reason: 'network-of-machine' }),
  LiNewBridge: () => notAvailable({ what: 'another-bridge', reason: 'lamps-stay' }),
  ReSetMe: (draft) => restart(draft),
  AppleHomeKitPair: () => notAvailable({ what: 'named', name: 'Apple Home', reason: 'no-pairing' }),
};

const guardLamp =
  (name: LampNames): Rule<LampNames> =>
  (draft, body, context) => {
    const { No } = body as { readonly No: number };
    const refused = refuseLamp(draft, name, No, !settings.has(name));
    if (refused !== undefined) return refused;
    const rule = lampRules[name] as LampRule<LampNames>;
    return rule(draft, body, { ...context, lamp: draft.datagrams.lamp[No]! });
  };

/** The rules of the lighting commands, for a house that has lighting. */
export const lightingRules: Rules<LampNames | OtherNames> = ifInstalled('lighting', {
  ...rulesOf(Object.keys(lampRules) as LampNames[], guardLamp),
  ...otherRules,
});
