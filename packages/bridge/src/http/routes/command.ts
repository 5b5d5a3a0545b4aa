import { parseBody } from '@plenum/protocol/check';
import { type AnyCommand, catalogue, checkCommand, findPaired } from '@plenum/protocol/command';
import { subsystems, subsystemsByPath } from '@plenum/protocol/definition';
import { type Dialect, fromWire, neutral, toWireText, toWord } from '@plenum/protocol/dialect';
import { answerPairing } from '@plenum/protocol/query';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Caller, Device } from '../../device/device.ts';
import { type Answer, refuserOf, toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import { callerOf, type InstallerCheck } from '../caller.ts';
import { pathsOf, type Route } from '../route.ts';

/** Response to a command (interface 4.2); clients of the maker's lighting require braces. */
const done = toTextAnswer('OK');
const bracedDone = toTextAnswer('{OK}');

const doneFor = ({ name }: AnyCommand, dialect: Dialect) =>
  dialect !== neutral && catalogue.get(name)!.subsystem === 'lighting' ? bracedDone : done;

/** Reads the command from a parsed body in neutral words that was sent to a control path. */
const readCommand = (body: unknown, path: string, dialect: Dialect): Result<AnyCommand> => {
  const command = checkCommand(body);
  if (!command.ok) return command;
  const { name } = command.value;
  const { control } = subsystems[catalogue.get(name)!.subsystem];
  if (control === path) return command;
  const expected = toWord(dialect, 'paths', control);
  return refuse('wrong-path', { input: name, facts: { expected } });
};

/** Creates routes for the control paths of interface 4.2, in neutral words and in those of the dialect. */
export const createCommandRoutes = (
  device: Device,
  dialect: Dialect,
  { readOnly, isInstaller }: { readOnly: boolean; isInstaller: InstallerCheck },
): Route[] =>
  [...subsystemsByPath.control].flatMap(([neutralPath, [subsystem]]) => {
    const toRefused = refuserOf(dialect);
    const pass = async (body: object, caller: Caller): Promise<Result<Answer>> => {
      const passed = await device.passUnknown!({ subsystem: subsystem!, kind: 'control', body }, caller);
      if (!passed.ok) return passed;
      return ok(passed.value === undefined ? done : toJsonAnswer(toWireText(dialect, passed.value)));
    };
    const command = async (body: Body, caller: Caller): Promise<Result<Answer>> => {
      if (readOnly) return refuse('read-only');
      if (!body.ok) return body;
      const parsed = parseBody(body.value);
      if (!parsed.ok) return parsed;
      const given = fromWire(dialect, parsed.value) as object;
      const read = readCommand(given, neutralPath, dialect);
      if (!read.ok) {
        const isPassed = device.passUnknown !== undefined && read.refusal.code === 'unknown-command';
        return isPassed ? pass(given, caller) : read;
      }
      const before = device.datagrams();
      const result = await device.commandFor(caller, read.value);
      if (!result.ok) return result;
      if (read.value.name !== 'LiPair') return ok(doneFor(read.value, dialect));
      const paired = findPaired(before, device.datagrams());
      return ok(toJsonAnswer(answerPairing(paired, device.identity, dialect)));
    };
    return pathsOf(neutralPath, dialect).map(
      (path): Route => ({
        method: 'POST',
        path,
        endpoint: 'control',
        handle: async (request) =>
          toAnswer(await command(bodyOf(request), callerOf(request, isInstaller)), (done) => done, toRefused),
      }),
    );
  });
