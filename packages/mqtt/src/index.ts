export { type BrokerOptions, brokerFailures, withoutCredentials } from './broker/connect-broker.ts';
export type { DiscoveryStyle } from './homeassistant/discovery.ts';
export { type Mqtt, type MqttOptions, startMqtt } from './start-mqtt.ts';
