import type { Texts } from '../formatter.ts';

export const warning = {
  codeHelp: ({ code, what }: { code: string | number; what: string | number }) =>
    `${code} is a code of the manufacturer of ${what}; its service manual explains it. Switch the unit off at its isolator for some minutes and on again. If the code comes back, tell your installer the code and when it appeared.`,
  batteryHelp: 'Replace the batteries of this room’s sensor; until then its temperature may be out of date.',
  signalHelp:
    'Move the sensor nearer to the controller or away from metal, and try new batteries; until the signal is back, its temperature may be out of date.',
  stopped: ({ code }: { code: string | number }) => `Fault ${code}: the unit has stopped`,
  ofUnit: 'the unit',
  filter: 'The air filter is due to be cleaned',
  filterHelp: 'Clean it, then clear the reminder at the wall controller.',
  locked: 'The wall controller is locked',
  lockedHelp: 'Its buttons do nothing until it is unlocked there; this page still works.',
  eco: ({ limits }: { limits: string | number }) => `Economy lock: setpoints stay within ${limits}`,
  ecoHelp: 'Other setpoints are refused. The lock is set and removed at the wall controller.',
  sensor: 'Sensor fault: the temperature is not reliable',
  sensorHelp:
    'Check the sensor and its batteries or wire. Until it measures again, open or close the room by hand.',
  damper: 'Damper fault: it does not move',
  damperHelp:
    'The room gets the air that its damper lets through in this position. An installer has to check its motor and its cable in the ceiling.',
  batteryEmpty: 'Sensor battery empty',
  batteryHalf: 'Sensor battery half empty',
  noSignal: 'No radio signal from the sensor',
  weakSignal: 'Weak radio signal',
  noAnswer: 'Does not answer',
  noAnswerHelp:
    'The values shown are the last it reported, and commands are refused. Check that the unit has power; if it has, pair it with its module again.',
  ofFanCoil: 'the fan-coil',
  notConnected: 'Not connected',
  notConnectedHelp: 'Its module or its wire does not answer. Check their power; then call the installer.',
  wireHelp:
    'The station is skipped. Look at the joints at its valve first, then at the coil of the valve; wet joints are the usual cause.',
  wireOpen: 'Wire open: no current reaches the valve',
  wireShort: 'Wire short: too much current flows',
  wireFault: ({ wire }: { wire: string | number }) => `Wire fault ${wire}`,
  unknownFault: ({ help }: { help: string | number }) => `This fault is unknown. ${help}`,
  controller: ({ controller }: { controller: string | number }) =>
    `Controller ${controller} reports an error`,
  controllerHelp:
    'Its stations may not be watered. Check its power and the cable between the controllers; its own display shows the error.',
  meterSilent: ({ name }: { name: string | number }) => `${name} does not answer`,
  meterSilentHelp:
    'Its channels show nothing until it reports again. Check its batteries, and that it is not too far away.',
  meterBattery: ({ name }: { name: string | number }) => `${name}: battery low`,
  meterBatteryHelp: 'Replace the batteries of the meter.',
} satisfies Texts;
