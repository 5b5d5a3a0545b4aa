export {
  type Notification,
  notificationInterval,
  notificationNames,
  notificationOf,
  notificationPort,
  notifications,
  readNotification,
  toNotificationText,
} from './notification/notification.ts';
