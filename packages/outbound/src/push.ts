export {
  dueAt,
  emptyMailbox,
  type Mailbox,
  mailboxLimits,
  nextLetter,
  putIn,
  settle,
} from './push/mailbox.ts';
export { createSendPush, messageLifetime, type PushLetter, type SendPush } from './push/send-push.ts';
export { createVapidKeys, isPublicKey, type VapidKeys } from './push/vapid.ts';
