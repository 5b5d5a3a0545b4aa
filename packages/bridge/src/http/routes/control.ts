import { parseBody } from '@plenum/protocol/check';
import { type AnyCommand, catalogue, checkCommand, type Subsystem } from '@plenum/protocol/command';
import { type Dialect, fromWire, toWireText, toWord } from '@plenum/protocol/dialect';
import { subsystemNames, subsystems } from '@plenum/protocol/query';
import { type Result, refuse } from '@plenum/protocol/refusal';
import type { Caller, Device } from '../../device/device.ts';
import { refuserOf, toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import { callerOf } from '../caller.ts';
import { pathsOf, type Route } from '../route.ts';

/** The answer to a control (interface 4.2). */
const done = toTextAnswer('OK');

/** The command of a parsed body, sent to the control path of a subsystem. */
const readCommand = (body: unknown, subsystem: Subsystem, dialect: Dialect): Result<AnyCommand> => {
  const command = checkCommand(body);
  if (!command.ok) return command;
  const { name } = command.value;
  const right = catalogue.get(name)!.subsystem;
  if (right === subsystem) return command;
  const expected = toWord(dialect, 'paths', subsystems[right].control);
  return refuse('wrong-path', { input: name, facts: { expected } });
};

/** The control paths of interface 4.2, in neutral words and in those of the dialect. */
export const createControlRoutes = (device: Device, dialect: Dialect, readOnly: boolean): Route[] =>
  subsystemNames.flatMap((subsystem) => {
    const toRefused = refuserOf(dialect);
    const command = async (body: Body, caller: Caller): Promise<Result<unknown>> => {
      if (readOnly) return refuse('read-only');
      if (!body.ok) return body;
      const parsed = parseBody(body.value);
      if (!parsed.ok) return parsed;
      const neutral = fromWire(dialect, parsed.value) as object;
      const read = readCommand(neutral, subsystem, dialect);
      if (read.ok) return device.commandFor(caller, read.value);
      if (device.passUnknown === undefined || read.refusal.code !== 'unknown-command') return read;
      return device.passUnknown({ subsystem, kind: 'control', body: neutral }, caller);
    };
    const toDone = (json: unknown) => (json === undefined ? done : toJsonAnswer(toWireText(dialect, json)));
    return pathsOf(subsystems[subsystem].control, dialect).map(
      (path): Route => ({
        method: 'POST',
        path,
        endpoint: 'control',
        handle: async (request) =>
          toAnswer(await command(bodyOf(request), callerOf(request)), toDone, toRefused),
      }),
    );
  });
