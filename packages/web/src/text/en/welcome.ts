import type { Texts } from '../formatter.ts';

export const welcome = {
  here: 'you are here',
  newTab: ', opens in a new tab',
  runsHere: 'What runs on this machine',
  house: 'A house and its bridge',
  houseHelp: 'The bridge runs in the house and needs no cloud. Sun, walls and weather are simulated.',
  cloudHelp: 'It stores who owns which house, and gives access to the apps they allowed.',
  app: 'Homely, an example app',
  appHelp: 'An app of another company. It asks for access first, then receives every change at once.',
  speedHelp: 'Rooms take hours to cool. At 60× an hour passes in a minute.',
  speed: 'Simulation speed',
  threeThings: 'Three things to try',
  connect: 'Connect an app',
  connectHelp:
    'Homely asks for access, you allow it as the demo user, and it shows the rooms. From then on it receives every change.',
  connectHomely: 'Connect Homely',
  cool: 'Cool a room',
  openHouse: 'Open the house',
  openRoom: ({ room }: { room: string | number }) => `Open the ${room}`,
  seeSent: 'See what was sent',
  seeSentHelp:
    'The developer console logs each message with its response, resends messages, and builds requests to try.',
  openConsole: 'Open the console',
  youAre: ({ email }: { email: string | number }) => `You are <strong>${email}</strong>.`,
  signInDemo: 'Sign in as the demo user',
  development:
    'Development mode: only this machine can reach it, and everybody on it knows the demo user’s password.',
  tagline: 'Climate control, open from the room to the app',
  about:
    'Plenum is a bridge that controls a house on its own network, and a cloud through which the apps its owner allows can see and control it from anywhere.',
  what: 'what runs here',
  lowerAny: 'Lower the setpoint of a room by a degree or two and watch its graph.',
  lower: ({ room }: { room: string }) =>
    `Lower the setpoint of the ${room} by a degree or two and watch its graph.`,
  homelyShows: 'Homely shows the change at once.',
} satisfies Texts;
