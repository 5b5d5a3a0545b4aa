export {
  countedChannels,
  type PowerChannel,
  type PowerFlows,
  powerChannels,
  powerFlows,
} from './energy/channels.ts';
