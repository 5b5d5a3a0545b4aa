export { type BrokerOptions, brokerFailures, withoutCredentials } from './broker/connect-broker.ts';
export { type Mqtt, type MqttOptions, startMqtt } from './start-mqtt.ts';
