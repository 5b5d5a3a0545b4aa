export type { DiscoveryStyle } from './homeassistant/discovery.ts';
export { type ConnectHouseDeps, connectHouse } from './house/connect-house.ts';
export { allEnergy } from './house/energy.ts';
export type { House, Outcome } from './house/house.ts';
export { type BrokerOptions, brokerFailures, withoutCredentials } from './session/broker.ts';
export type { Log } from './session/quiet-log.ts';
export { type Mqtt, type MqttOptions, startMqtt } from './start-mqtt.ts';
