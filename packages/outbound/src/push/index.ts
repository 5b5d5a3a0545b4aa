export { checkPushTarget, createPushSender, type PushPolicy } from './push-sender.ts';
export {
  dueAt,
  emptyPushQueue,
  enqueue,
  enqueueTest,
  maxPushPause,
  nextNotification,
  type PushQueue,
  pushQueueLimits,
  settle,
  subscriptionLimits,
} from './queue.ts';
export {
  createSendPush,
  messageLifetime,
  type PushNotification,
  projectContact,
  type SendPush,
  whyNotAccepted,
} from './send-push.ts';
export { createVapidKeys, isPublicKey, type VapidKeys } from './vapid.ts';
