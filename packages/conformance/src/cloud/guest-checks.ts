import { keptUnless, untested } from '../row/row.ts';
import { control, discover, query } from './context.ts';
import {
  cloudCheck,
  devicesIn,
  isResult,
  otherSetpoint,
  type Run,
  readDatagram,
  resultIn,
  signedIn,
  toSetpoint,
  zoneOf,
} from './judge.ts';

const check = (id: string, statement: string, run: Run) =>
  cloudCheck(`guest.${id}`, '4.3', 'must', statement, run);

const noGuest = untested('No access token of a guest was given.');

/** A house that is shared with somebody who may view it (interface 4.3). */
export const guestChecks = [
  check(
    'reads',
    'An app of a guest discovers the components of the house that is shared, by the same ids, and queries them.',
    signedIn(async (context) => {
      const { guestAccessToken: guest } = context.options.credentials ?? {};
      if (guest === undefined) return noGuest;
      const own = new Set(context.devices.map(({ componentId }) => componentId));
      const shared = devicesIn(await context.dev(discover(), guest)).filter(({ componentId }) =>
        own.has(componentId),
      );
      const [first] = shared;
      if (first === undefined) return keptUnless(['The guest sees no component of the user.']);
      const answer = await context.dev(query(first.componentId), guest);
      return keptUnless(answer.status === 200 ? [] : [`A Query is answered ${answer.text.slice(0, 100)}.`]);
    }),
  ),
  check(
    'controls-nothing',
    'A control of a guest who may only view is refused with UserNotAllowed, and changes nothing.',
    signedIn(async (context) => {
      const { guestAccessToken: guest } = context.options.credentials ?? {};
      if (guest === undefined) return noGuest;
      const zone = zoneOf(context);
      if (zone === undefined) return untested('The user has no zone.');
      const before = await readDatagram(context, zone.componentId);
      const request = control(zone.componentId, toSetpoint(before, otherSetpoint(before)));
      const answer = await context.dev(request, guest);
      const { Setpoint } = await readDatagram(context, zone.componentId);
      if (resultIn(answer) === 'OK') return keptUnless(['It was done.']);
      return Setpoint === before.Setpoint
        ? isResult(answer, 'UserNotAllowed', request)
        : keptUnless(['The setpoint changed.']);
    }),
  ),
];
