import { listen } from '@plenum/protocol/cloud';
import { uplink } from '@plenum/protocol/uplink';
import type { Scope } from '../../identity/oauth/shape.ts';

/** Describes a scope in plain words for the consent page. */
export interface ScopeWords {
  /** Ends the sentence "NAME would like to ...". */
  readonly request: string;
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
  /** A sentence about the end of the access. */
  readonly ends: string;
}

/** The description of each scope on the consent page. */
export const scopeWords: Readonly<Record<Scope, ScopeWords>> = {
  'query-control': {
    request: 'see and control the climate of your homes',
    may: [
      'see your homes: rooms, temperatures, modes, names and schedules',
      'change them: switch on and off, set temperatures, start and edit schedules',
      'be notified immediately when something changes',
    ],
    mayNot: [
      'see your password or change your account',
      'control irrigation or power monitoring',
      'add or remove homes, or pass on its access',
    ],
    ends: 'It keeps this access until you remove it in your account.',
  },
  history: {
    request: 'read the history and energy of your homes',
    may: [
      'read what was recorded: temperatures, the energy of each channel and what it cost',
      'read what happened, who did it, and why a room is the way it is',
    ],
    mayNot: ['see your password or change your account', 'set your energy prices'],
    ends: 'It keeps this access until you remove it in your account.',
  },
  lighting: {
    request: 'see and control the lights and blinds of your homes',
    may: [
      'see your lights, blinds, wall switches and whether a garage door is open',
      'switch and dim lights, choose scenes, move blinds',
    ],
    mayNot: ['open or close a garage door, unless you allow it below', 'change how your home is set up'],
    ends: '',
  },
  garage: {
    request: 'Garage doors open your house',
    may: ['This app may also open and close my garage doors.'],
    mayNot: ['Without this, it can see them but not move them, alone or together with lights.'],
    ends: '',
  },
  [uplink.scope]: {
    request: 'be added to your account',
    may: ['show you its rooms and devices here', 'accept commands from you and from apps that you allowed'],
    mayNot: ['see your password or change your account', 'see or control your other homes'],
    ends: 'You can remove it again in your account.',
  },
  [uplink.fleetScope]: {
    request: 'add any number of bridges to your account',
    may: [
      'add as many bridges as it likes within ten minutes',
      'show you their rooms and devices here',
      'accept commands from you and from apps that you allowed',
    ],
    mayNot: ['see your password or change your account', 'see or control your other homes'],
    ends: 'You can remove each of them again in your account.',
  },
  [listen.scope]: {
    request: 'receive the events of one of your apps',
    may: ['receive the events of the app that you choose below, on the machine where it runs'],
    mayNot: [
      'see your password or change your account',
      'see or control your homes, or those of the users of the app, beyond these events',
      'add bridges, or receive the events of another app',
    ],
    ends: 'It keeps this access until you remove it in your account.',
  },
};
