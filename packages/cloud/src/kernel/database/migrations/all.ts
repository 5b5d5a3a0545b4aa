import { accounts } from './001-accounts.ts';
import { authorization } from './002-authorization.ts';
import { bridges } from './003-bridges.ts';
import { components } from './004-components.ts';
import { endpoints } from './005-endpoints.ts';
import { requests } from './006-requests.ts';
import { deliveryContent } from './007-delivery-content.ts';
import { usage } from './008-usage.ts';
import { links } from './009-links.ts';
import { bridgeTimeZone } from './010-bridge-time-zone.ts';
import { bridgeGeneration } from './011-bridge-generation.ts';
import { email } from './012-email.ts';
import { secondStep } from './013-second-step.ts';
import { signedMessages } from './014-signed-messages.ts';
import { members } from './015-members.ts';
import { passkeys } from './016-passkeys.ts';
import { eventTypes } from './017-event-types.ts';
import { notifications } from './018-notifications.ts';
import { traces } from './019-traces.ts';
import { notificationsOfHouses } from './020-notifications-of-houses.ts';
import { redirectUris } from './021-redirect-uris.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema, in order. A new one is added at the end, under the next number. */
export const migrations: readonly Migration[] = [
  accounts,
  authorization,
  bridges,
  components,
  endpoints,
  requests,
  deliveryContent,
  usage,
  links,
  bridgeTimeZone,
  bridgeGeneration,
  email,
  secondStep,
  signedMessages,
  members,
  passkeys,
  eventTypes,
  notifications,
  traces,
  notificationsOfHouses,
  redirectUris,
];
