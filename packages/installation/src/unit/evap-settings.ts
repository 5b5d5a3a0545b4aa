import type { DatagramOf } from '@plenum/protocol/component';

/** The settings of an evaporative cooler as it leaves the factory (interface 2.2.1); every unit answers with them. */
export const evapSettings: DatagramOf<'unit'>['Evap'] = {
  FanSpeed: 1,
  State: 'Off',
  RhSet: 75,
  RhRead: 50,
  FanRunH: 0,
  PumpRunH: 0,
  PrewEn: 1,
  PrewTime: 3,
  DrAfPrewEn: 0,
  DrCycEn: 1,
  DrCycPer: 480,
  PostwEn: 1,
  DrBfPostwEn: 1,
  PostwT: 5,
  Inverter: 1,
  ResumeLast: 0,
  FanMaxAuto: 90,
  FanMax: 100,
  ExhMax: 80,
  ExhEn: 1,
  CtrlSens: 0,
  CalibTemp: 0,
  DeadTemp: 100,
  AutoFanMaxTime: 30,
};
