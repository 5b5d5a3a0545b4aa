import { check } from '../check/check.ts';
import type { AnyCommand } from '../command/catalogue.ts';
import { checkCommand } from '../command/check-command.ts';
import type { Datagrams } from '../component/kinds.ts';
import { isRecord } from '../json/is-record.ts';
import { ok, type Refusal, type Result, refuse } from '../refusal/refusal.ts';
import type { V1Command } from './commands.ts';
import { toV1Refusal } from './to-v1-refusal.ts';

const isRefusal = (translation: readonly object[] | Refusal): translation is Refusal => 'code' in translation;

/**
 * Checks the parsed body of a command of the original interface, `{"<name>": value}`, and translates it into equivalent
 * commands of the current interface. They are applied in their order and together if possible, so that one refusal
 * prevents all of them. The limits are those of the current interface; the path of a refusal refers to the received
 * body.
 */
export function checkV1Command(
  definition: V1Command,
  body: unknown,
  datagrams: Datagrams,
): Result<readonly AnyCommand[]> {
  const { name, field, translate } = definition;
  if (!isRecord(body) || !Object.hasOwn(body, name))
    return refuse('not-an-object', { facts: { expected: `the key ${name}` } });
  const count = Object.keys(body).length;
  if (count !== 1) return refuse('one-command', { facts: { count } });
  const value = check(field, body[name], [name]);
  if (!value.ok) return value;
  // The field has checked the value, whose type differs for each command.
  const translation = translate(value.value as never, datagrams);
  if (isRefusal(translation)) return { ok: false, refusal: translation };
  const commands: AnyCommand[] = [];
  for (const each of translation) {
    const command = checkCommand(each);
    if (!command.ok) return { ok: false, refusal: toV1Refusal(definition, command.refusal) };
    commands.push(command.value);
  }
  return ok(commands);
}
