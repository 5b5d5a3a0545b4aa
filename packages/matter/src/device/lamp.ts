import { ColorControl } from '@matter/main/clusters/color-control';
import { DimmableLightDevice } from '@matter/main/devices/dimmable-light';
import { ExtendedColorLightDevice } from '@matter/main/devices/extended-color-light';
import { OnOffPlugInUnitDevice } from '@matter/main/devices/on-off-plug-in-unit';
import { WindowCoveringDevice } from '@matter/main/devices/window-covering';
import { lampEntity } from '@plenum/entities';
import type { DatagramOf } from '@plenum/protocol/component';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { Bridged } from '../behaviour/bridged.ts';
import { Blind, Colour, Dimmer, Switch } from '../behaviour/switches.ts';
import { toRgb, toXy, type Xy } from './colour.ts';
import { type DeviceKind, makes, type Of, type Shown, type Wanted } from './device.ts';

type Lamp = DatagramOf<'lamp'>;
const { ColorMode, EnhancedColorMode } = ColorControl;

type Make = 'colour' | 'dimmer' | 'switch' | 'blind';
const makeOf = makes((key: Make) => ({
  type: {
    colour: ExtendedColorLightDevice.with(Bridged, Switch, Dimmer, Colour),
    dimmer: DimmableLightDevice.with(Bridged, Switch, Dimmer),
    switch: OnOffPlugInUnitDevice.with(Bridged, Switch),
    blind: WindowCoveringDevice.with(Bridged, Blind),
  }[key],
  parts: {},
}));

const kindOf = ({ source: { Type } }: Of<Lamp>): Make => {
  const { isBlind, isColoured, dims } = abilitiesOf(Type);
  return isBlind ? 'blind' : isColoured ? 'colour' : dims ? 'dimmer' : 'switch';
};

/** The Matter levels for 1 to 100 %. */
const maxLevel = 254;
const toLevel = (percent: number) => Math.max(1, Math.round((percent * maxLevel) / 100));
const toPercent = (level: number) => Math.max(1, Math.round((level * 100) / maxLevel));

/** The mireds of white: 6500 K for cold (warmth 0 %), 2700 K for warm. */
const cold = 153;
const warm = 370;
const toMireds = (warmth: number) => Math.round(cold + ((warm - cold) * warmth) / 100);
const toWarmth = (mireds: number) =>
  Math.min(100, Math.max(0, Math.round(((mireds - cold) * 100) / (warm - cold))));

const showColour = ({ source: { R, G, B }, text, number }: Of<Lamp>) => {
  const isWhite = text('color_mode') !== 'rgb';
  return {
    ...toXy([R ?? 255, G ?? 255, B ?? 255]),
    colorTemperatureMireds: toMireds(number('warmth') ?? 0),
    colorTempPhysicalMinMireds: cold,
    colorTempPhysicalMaxMireds: warm,
    coupleColorTempToLevelMinMireds: cold,
    startUpColorTemperatureMireds: null,
    colorMode: isWhite ? ColorMode.ColorTemperatureMireds : ColorMode.CurrentXAndCurrentY,
    enhancedColorMode: isWhite
      ? EnhancedColorMode.ColorTemperatureMireds
      : EnhancedColorMode.CurrentXAndCurrentY,
  };
};

/** Returns how far a blind is closed, in hundredths of a percent. */
const showBlind = ({ number }: Of<Lamp>): Shown => {
  const open = number('position');
  const closed = open === undefined ? null : (100 - open) * 100;
  return {
    windowCovering: {
      currentPositionLiftPercent100ths: closed,
      targetPositionLiftPercent100ths: closed,
    },
  };
};

const requestColour = (_: number, __: Of<Lamp>, xy: Xy): Wanted => ({ rgb: toRgb(xy).join() });
const requestWhite = (mireds: number, { number }: Of<Lamp>): Wanted => ({
  warmth: String(toWarmth(mireds)),
  white: String(number('brightness') ?? 100),
});

/**
 * A lamp, an outlet, a relay or a blind. A garage door gives access to the house, so it is not shown here
 * (decisions/031).
 */
export const lampDevice: DeviceKind<Lamp> = {
  kind: lampEntity,
  isOffered: ({ source: { Type } }) => !abilitiesOf(Type).isGarageDoor && !abilitiesOf(Type).isThermostat,
  make: (of) => makeOf(kindOf(of)),
  isReachable: ({ text }) => text('powered') !== 'off',
  show: (of) => {
    const kind = kindOf(of);
    if (kind === 'blind') return showBlind(of);
    return {
      onOff: { onOff: of.text('on') === 'on' },
      ...(kind !== 'switch' && { levelControl: { currentLevel: toLevel(of.number('brightness') ?? 100) } }),
      ...(kind === 'colour' && { colorControl: showColour(of) }),
    };
  },
  requests: {
    'onOff.onOff': (isOn: boolean) => ({ on: isOn ? 'on' : 'off' }),
    'levelControl.currentLevel': (level: number | null) =>
      level === null ? undefined : { brightness: String(toPercent(level)) },
    'colorControl.currentX': requestColour,
    'colorControl.currentY': requestColour,
    'colorControl.colorTemperatureMireds': requestWhite,
    'windowCovering.upOrOpen': () => ({ cover: 'open' }),
    'windowCovering.downOrClose': () => ({ cover: 'close' }),
    'windowCovering.stopMotion': () => ({ cover: 'stop' }),
    'windowCovering.goToLiftPercentage': (closed: number) => ({ cover: closed > 5_000 ? 'close' : 'open' }),
  },
};
