import { type ComponentKind, componentKinds, type Datagrams } from '../component/kinds.ts';
import { type Dialect, dialects, neutral } from '../dialect/dialect.ts';
import { toWord } from '../dialect/word.ts';
import { stripPadding } from '../discovery/strip-padding.ts';

/** The UDP port to which changes are broadcast (wire facts 5). */
export const notificationPort = 7005;

/** The maximum interval between two broadcasts of a bridge's change notices, in seconds (wire facts 5). */
export const notificationInterval = 120;

/**
 * The change notices that a bridge broadcasts, with the kinds of component that each covers. Other subsystems have
 * none, because wire facts 5 has no word for them. The change notice for lighting is Plenum's addition and is sent only
 * by houses with lighting.
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

/** Returns the change notices of a house. The one for lighting is included only if lighting is installed. */
export const notificationsOf = ({ lighting }: Datagrams): readonly Notification[] =>
  notificationNames.filter((name) => name !== 'lights' || lighting.length > 0);

const notificationByKind = new Map<ComponentKind, Notification | undefined>(
  componentKinds.map((kind) => [
    kind,
    notificationNames.find((name) => (notifications[name].kinds as readonly ComponentKind[]).includes(kind)),
  ]),
);

/** Returns the change notice that covers a kind of component, or undefined if there is none. */
export const notificationOf = (kind: ComponentKind): Notification | undefined => notificationByKind.get(kind);

/** Returns the text of a change notice: plain ASCII, no terminator (wire facts 5). */
export const toNotificationText = (notification: Notification, dialect: Dialect = neutral): string =>
  toWord(dialect, 'notifications', notifications[notification].text);

/** Reads a change notice in any of the dialects; undefined if the text is not a change notice. */
export function readNotification(datagram: string | Uint8Array): Notification | undefined {
  const text = stripPadding(datagram);
  return notificationNames.find(
    (name) =>
      text === notifications[name].text ||
      dialects.some((dialect) => text === toNotificationText(name, dialect)),
  );
}
