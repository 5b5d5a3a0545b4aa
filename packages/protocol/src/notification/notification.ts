import { type ComponentKind, componentKinds, type Datagrams } from '../component/kinds.ts';
import { type Dialect, dialects, neutral } from '../dialect/dialect.ts';
import { toWord } from '../dialect/word.ts';
import { stripPadding } from '../discovery/strip-padding.ts';

/** The UDP port changes are broadcast to (wire facts 5). */
export const notificationPort = 7005;

/** A bridge repeats its notifications at least this often, in seconds (wire facts 5). */
export const notificationInterval = 120;

/**
 * The notifications a bridge broadcasts, with the kinds of component that each is about. Nothing is broadcast for
 * the other subsystems: wire facts 5 has no word for them. That of lighting is ours, and sent only by houses that have it.
 */
export const notifications = {
  system: { text: 'HvacChanged_System', kinds: ['unit', 'faults'] },
  zones: { text: 'HvacChanged_Zones', kinds: ['zone'] },
  schedules: { text: 'HvacChanged_Schedules', kinds: ['schedule'] },
  lights: {
    text: 'HvacChanged_Lights',
    kinds: ['lighting', 'lamp', 'wallSwitch', 'lightFavourite', 'lastButton'],
  },
} as const satisfies Readonly<Record<string, { text: string; kinds: readonly ComponentKind[] }>>;

export type Notification = keyof typeof notifications;

export const notificationNames = Object.keys(notifications) as readonly Notification[];

/** The notifications of a house: those of lighting only where it is installed. */
export const notificationsOf = ({ lighting }: Datagrams): readonly Notification[] =>
  notificationNames.filter((name) => name !== 'lights' || lighting.length > 0);

const notificationByKind = new Map<ComponentKind, Notification | undefined>(
  componentKinds.map((kind) => [
    kind,
    notificationNames.find((name) => (notifications[name].kinds as readonly ComponentKind[]).includes(kind)),
  ]),
);

/** The notification about a kind of component, or undefined where there is none. */
export const notificationOf = (kind: ComponentKind): Notification | undefined => notificationByKind.get(kind);

/** The text of a notification: plain ASCII, no terminator (wire facts 5). */
export const toNotificationText = (notification: Notification, dialect: Dialect = neutral): string =>
  toWord(dialect, 'notifications', notifications[notification].text);

/** Reads a notification in any of the dialects; undefined where it is none. */
export const readNotification = (
  datagram: string | Uint8Array,
  known: readonly Dialect[] = dialects,
): Notification | undefined => {
  const text = stripPadding(datagram);
  return notificationNames.find(
    (name) =>
      text === notifications[name].text ||
      known.some((dialect) => text === toNotificationText(name, dialect)),
  );
};
