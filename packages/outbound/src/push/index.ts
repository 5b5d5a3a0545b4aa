export {
  dueAt,
  emptyMailbox,
  type Mailbox,
  mailboxLimits,
  nextLetter,
  putIn,
  putTestIn,
  settle,
  subscriptionLimits,
} from './queue.ts';
export {
  createSendPush,
  messageLifetime,
  type PushLetter,
  projectContact,
  type SendPush,
  whyNotAccepted,
} from './send-push.ts';
export { createVapidKeys, isPublicKey, type VapidKeys } from './vapid.ts';
