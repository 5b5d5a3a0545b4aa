import { type AnyCommand, targetOf } from '@plenum/protocol/command';
import { type DatagramOf, type Datagrams, findDatagram } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { t } from '../../text/text.ts';
import { modeWordsOf } from './zone.ts';

/** An offer to make a changed setpoint take effect. */
interface SetpointOffer {
  /** The reason why it has no effect. */
  readonly sentence: string;
  /** The name of its button, in the imperative. */
  readonly label: string;
  /** Sent in this order: a room is opened before the unit blows air. */
  readonly commands: readonly AnyCommand[];
}

/** The type of a system that only controls zones, since its unit has a separate controller. */
const zonesOnly = 210;

const { close, auto } = enumerations.zoneMode.values;

/** Returns the offer after a setpoint was changed that has no effect yet; `undefined` after other commands. */
export function offerAfterSetpoint(given: AnyCommand, datagrams: Datagrams): SetpointOffer | undefined {
  switch (given.name) {
    case 'SysSetpoint':
      return offerDucted(undefined, datagrams);
    case 'ZoneSetpoint':
      return offerDucted(given.body.Index, datagrams);
    case 'SplitSystemZoneSetpoint':
    case 'VrfSystemZoneSetpoint': {
      const { kind, index } = targetOf(given);
      return offerRoomUnit(kind === 'vrf' ? kind : 'split', index, datagrams);
    }
    default:
      return undefined;
  }
}

/** True if a zone is closed and could follow its temperature. */
export const isClosedRoom = (zone: DatagramOf<'zone'>): boolean =>
  zone.Mode === close && modeWordsOf(zone, isSensed(zone)).includes('auto');

/** True if a house has a ducted unit that is off and can be switched on. */
export const isUnitOff = ({ unit: [unit] }: Datagrams): boolean =>
  unit !== undefined && unit.SysOn !== 1 && unit.SysType !== zonesOnly;

/** Returns the command that lets a closed zone follow its temperature. */
export const toAuto = ({ Index }: DatagramOf<'zone'>): AnyCommand => ({
  name: 'ZoneMode',
  body: { Index, Mode: auto },
});

const offerDucted = (room: number | undefined, datagrams: Datagrams): SetpointOffer | undefined => {
  const isOff = isUnitOff(datagrams);
  const zone = room === undefined ? undefined : findDatagram(datagrams, 'zone', room);
  const switchOn: AnyCommand = { name: 'SysOn', body: 1 };
  if (zone !== undefined && isClosedRoom(zone))
    return {
      sentence: t('control.isClosed', { name: zone.Name }),
      label: isOff ? t('control.setAutoAndSwitchOn') : t('control.setAuto'),
      commands: [toAuto(zone), ...(isOff ? [switchOn] : [])],
    };
  return isOff
    ? { sentence: t('control.unitIsOff'), label: t('control.switchOn'), commands: [switchOn] }
    : undefined;
};

const offerRoomUnit = (
  kind: 'split' | 'vrf',
  index: number,
  datagrams: Datagrams,
): SetpointOffer | undefined => {
  const unit = findDatagram(datagrams, kind, index);
  if (unit === undefined || unit.On === 1) return undefined;
  const name = kind === 'split' ? 'SplitSystemZoneOn' : 'VrfSystemZoneOn';
  return {
    sentence: t('control.isOff', { name: unit.Name }),
    label: t('control.switchOn'),
    commands: [{ name, body: { Index: index, On: 1 } }],
  };
};
