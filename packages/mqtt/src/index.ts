export { type BrokerOptions, brokerFailures, withoutCredentials } from './broker/connect-broker.ts';
export type { Log } from './broker/quiet-log.ts';
export type { DiscoveryStyle } from './homeassistant/discovery.ts';
export { type ConnectHouseDeps, connectHouse } from './house/connect-house.ts';
export type { House, Outcome } from './house/house.ts';
export { type Mqtt, type MqttOptions, startMqtt } from './start-mqtt.ts';
