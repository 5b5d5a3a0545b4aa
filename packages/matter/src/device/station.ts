import { ValveConfigurationAndControl } from '@matter/main/clusters/valve-configuration-and-control';
import { WaterValveDevice } from '@matter/main/devices/water-valve';
import { stationEntity } from '@plenum/entities';
import type { DatagramOf } from '@plenum/protocol/component';
import { Bridged } from '../behaviour/bridged.ts';
import { Valve } from '../behaviour/switches.ts';
import { type DeviceKind, makes } from './device.ts';

const { ValveState } = ValveConfigurationAndControl;
const makeOf = makes(() => ({ type: WaterValveDevice.with(Bridged, Valve), parts: {} }));

/** One irrigation station as a valve. */
export const stationDevice: DeviceKind<DatagramOf<'station'>> = {
  kind: stationEntity,
  make: () => makeOf('station'),
  show: ({ text }) => {
    const valve = text('valve');
    const state = valve === undefined ? null : valve === 'open' ? ValveState.Open : ValveState.Closed;
    return {
      valveConfigurationAndControl: {
        openDuration: null,
        defaultOpenDuration: null,
        remainingDuration: null,
        currentState: state,
        targetState: state,
        valveFault: { generalFault: text('has_fault') === 'on' },
      },
    };
  },
  requests: {
    'valveConfigurationAndControl.open': () => ({ valve: 'open' }),
    'valveConfigurationAndControl.close': () => ({ valve: 'close' }),
  },
};
