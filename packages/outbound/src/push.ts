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
} from './push/mailbox.ts';
export {
  createSendPush,
  messageLifetime,
  type PushLetter,
  projectContact,
  type SendPush,
  whyNotAccepted,
} from './push/send-push.ts';
export { createVapidKeys, isPublicKey, type VapidKeys } from './push/vapid.ts';
