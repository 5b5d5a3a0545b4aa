export {
  type Notification,
  notificationInterval,
  notificationNames,
  notificationOf,
  notificationPort,
  notifications,
  notificationsOf,
  readNotification,
  toNotificationText,
} from './notification.ts';
