import { firstDifference } from '@plenum/client/expectation';
import { type Clock, delay } from '@plenum/platform/clock';
import { type AnyCommand, catalogue, checkCommand, type Effect, effectOf } from '@plenum/protocol/command';
import { nothingInstalled } from '@plenum/protocol/component';
import { checkV1Command, v1Commands } from '@plenum/protocol/v1';
import type { CommandAttempt, WriteEvidence } from '../evidence.ts';
import type { Json } from '../read/readings.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Recorder } from '../wire/recorder.ts';
import type { Before, Exercise, WritePlan } from './plan.ts';
import { notRestored, toInverse, toRestoring } from './restore.ts';
import type { WireVersion } from './wire-versions.ts';

interface ExerciseDeps {
  readonly recorder: Recorder;
  readonly version: WireVersion;
  readonly clock: Clock;
}

/** Longest time that a device may take to show a command (wire facts 7), and the pauses between two reads, in ms. */
const showTime = 6_500;
const firstPause = 250;
const longestPause = 1_500;
/** Maximum number of attempts for a command that gets `{BUSY}`, or no response. */
const maxAttempts = 12;

const resultOf = ({ end, answer, response }: Exchange): CommandAttempt['result'] => {
  if (end !== 'answered') return 'lost';
  return answer?.kind === 'ok' || (answer?.kind === 'empty' && response!.status === 200) ? 'done' : 'refused';
};

const sentenceOf = ({ answer, raw }: Exchange): string =>
  answer?.kind === 'error' ? answer.sentence : raw.slice(0, 100);

/** Returns the fields that a body changes at its component; `undefined` if no field shows the change. */
const effectsOf = (name: string, body: Json, before: Before): readonly Effect[] => {
  const commands = name.startsWith('v1 ')
    ? checkV1Command(v1Commands.get(name.slice('v1 '.length))!, body, {
        ...nothingInstalled,
        ...(before as object),
      })
    : checkCommand(body);
  if (!commands.ok) return [];
  const all = (Array.isArray(commands.value) ? commands.value : [commands.value]) as AnyCommand[];
  return all.flatMap((command) => effectOf(command) ?? []);
};

interface Shown {
  readonly shown: CommandAttempt['shown'];
  readonly shownAfter: number;
  readonly difference: string;
}

/** Reads a component until it shows the sent values, or until the time by which real devices show them has passed. */
const waitUntilShown = async (
  deps: ExerciseDeps,
  effects: readonly Effect[],
  isSure: boolean,
): Promise<Shown> => {
  const { clock } = deps;
  const startedAt = clock.now();
  if (effects.length === 0) return { shown: 'unknown', shownAfter: 0, difference: '' };
  for (let pause = firstPause, count = 0; ; count++) {
    const differences = [];
    for (const effect of effects) {
      const datagram = await deps.version.readComponent(effect.kind, effect.index);
      const found = datagram === undefined ? undefined : firstDifference(datagram, effect);
      if (found !== undefined) differences.push(found);
    }
    const shownAfter = count === 0 ? 0 : clock.now() - startedAt;
    const [first] = differences;
    if (first === undefined) return { shown: 'yes', shownAfter, difference: '' };
    if (!isSure || clock.now() - startedAt > showTime) {
      const [is, sent] = [first.read, first.sent].map((value) => JSON.stringify(value));
      return { shown: 'no', shownAfter, difference: `${first.path.join('.')} reads ${is}, not ${sent}.` };
    }
    await delay(clock, pause);
    pause = Math.min(pause * 2, longestPause);
  }
};

/**
 * Sends one body, and repeats it if the bridge was busy, or if the response was lost and the component shows no effect.
 */
const attempt = async (
  deps: ExerciseDeps,
  { name, kind }: Exercise,
  { body, isInside, before }: { body: Json; isInside: boolean; before: Before },
): Promise<readonly CommandAttempt[]> => {
  const attempts: CommandAttempt[] = [];
  const effects = isInside ? effectsOf(name, body, before) : [];
  const posted = deps.version.toPosted(name, body);
  if (posted === undefined) return attempts;
  for (let count = 0; count < maxAttempts && !deps.recorder.isLost(); count++) {
    const exchange = await deps.recorder.once({
      method: 'POST',
      ...posted,
      headers: deps.recorder.typeHeaders(),
    });
    if (exchange.answer?.kind === 'busy') {
      await delay(deps.clock, firstPause);
      continue;
    }
    const result = resultOf(exchange);
    const isWaited = isInside && result !== 'refused';
    const shown: Shown = isWaited
      ? await waitUntilShown(deps, effects, true)
      : { shown: 'unknown', shownAfter: 0, difference: '' };
    attempts.push({
      command: name,
      body,
      isInside,
      exchange,
      result,
      sentence: sentenceOf(exchange),
      ...shown,
      at: deps.clock.now(),
      kind,
    });
    // A command that starts an action is never repeated.
    const isRepeated = result === 'lost' && (!isInside || (effects.length > 0 && shown.shown === 'no'));
    if (!isRepeated) break;
  }
  return attempts;
};

const settingsOf = (name: string, datagram: Json | undefined): unknown => {
  const command = catalogue.get(name);
  if (command === undefined || datagram === undefined) return undefined;
  return Object.values(command.sets).map((path) => datagram[path.split('.')[0]!]);
};

/** Sends all bodies of one command, and restores its component. */
const exercise = async (
  deps: ExerciseDeps,
  one: Exercise,
  before: Before,
): Promise<readonly CommandAttempt[]> => {
  const { name, kind, index, inside, outside } = one;
  const attempts: CommandAttempt[] = [];
  const old = await deps.version.readComponent(kind, index);
  for (const body of inside) attempts.push(...(await attempt(deps, one, { body, isInside: true, before })));
  const settled = await deps.version.readComponent(kind, index);
  for (const body of outside) attempts.push(...(await attempt(deps, one, { body, isInside: false, before })));
  const later = await deps.version.readComponent(kind, index);
  const isChanged = JSON.stringify(settingsOf(name, settled)) !== JSON.stringify(settingsOf(name, later));
  const inverses =
    old === undefined ? [] : inside.map((body) => toInverse(body, old)).filter((each) => each !== undefined);
  const different = new Map(inverses.map((each): readonly [string, Json] => [JSON.stringify(each), each]));
  for (const body of different.values()) await attempt(deps, one, { body, isInside: true, before });
  return isChanged
    ? attempts.map((each) =>
        each.isInside ? each : { ...each, difference: `An invalid ${name} changed something.` },
      )
    : attempts;
};

/** Executes a plan and undoes its changes. */
export async function exerciseCommands(
  deps: ExerciseDeps,
  { exercises, skipped }: WritePlan,
  before: Before,
): Promise<WriteEvidence> {
  const attempts: CommandAttempt[] = [];
  for (const one of exercises) attempts.push(...(await exercise(deps, one, before)));
  const endedAt = deps.clock.now();
  for (const body of toRestoring(before, await deps.version.readAll())) {
    const [name = ''] = Object.keys(body);
    const { component: kind } = catalogue.get(name)!;
    await attempt(deps, { name, kind, index: 0, inside: [], outside: [] }, { body, isInside: true, before });
  }
  return { attempts, skipped, notRestored: notRestored(before, await deps.version.readAll()), endedAt };
}
