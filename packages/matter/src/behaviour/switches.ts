import { ColorControlServer } from '@matter/main/behaviors/color-control';
import { FanControlServer } from '@matter/main/behaviors/fan-control';
import { LevelControlServer } from '@matter/main/behaviors/level-control';
import { OnOffServer } from '@matter/main/behaviors/on-off';
import { ValveConfigurationAndControlServer } from '@matter/main/behaviors/valve-configuration-and-control';
import { WindowCoveringServer } from '@matter/main/behaviors/window-covering';
import type { WindowCovering } from '@matter/main/clusters/window-covering';
import { perform } from './controls.ts';
import { withRequests } from './with-requests.ts';

/** Switches a lamp, an outlet or a relay. */
export const Switch = withRequests(OnOffServer.with('Lighting'), ['onOff']);

/** Switches an air conditioner. */
export const UnitSwitch = withRequests(OnOffServer.with('DeadFrontBehavior'), ['onOff']);

/** Dims a lamp. */
export const Dimmer = withRequests(LevelControlServer.with('OnOff', 'Lighting'), ['currentLevel']);

/** Sets the colour of a lamp, and the warmth of its white. */
export const Colour = withRequests(ColorControlServer.with('Xy', 'ColorTemperature'), [
  'currentX',
  'currentY',
  'colorTemperatureMireds',
]);

/** Sets the fan of a unit, with and without automatic speed. */
export const Fan = withRequests(FanControlServer, ['fanMode', 'percentSetting']);
export const AutoFan = withRequests(FanControlServer.with('Auto'), ['fanMode', 'percentSetting']);

/** A valve of an irrigation controller; the controller decides how long the valve stays open. */
export class Valve extends ValveConfigurationAndControlServer {
  override open() {
    return perform(this.endpoint, { what: 'valveConfigurationAndControl.open' });
  }

  override close() {
    return perform(this.endpoint, { what: 'valveConfigurationAndControl.close' });
  }
}

/** A blind that opens, closes and stops; it reports its position but cannot move to a position in between. */
export class Blind extends WindowCoveringServer.with('Lift', 'PositionAwareLift') {
  override upOrOpen() {
    return perform(this.endpoint, { what: 'windowCovering.upOrOpen' });
  }

  override downOrClose() {
    return perform(this.endpoint, { what: 'windowCovering.downOrClose' });
  }

  override stopMotion() {
    return perform(this.endpoint, { what: 'windowCovering.stopMotion' });
  }

  override goToLiftPercentage({ liftPercent100thsValue: value }: WindowCovering.GoToLiftPercentageRequest) {
    return perform(this.endpoint, { what: 'windowCovering.goToLiftPercentage', value });
  }
}
