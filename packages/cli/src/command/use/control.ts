import type { Command as Definition } from '@plenum/protocol/definition';
import { factsOf, type RecordField } from '@plenum/protocol/field';
import { type DoorAim, doorAims, lightingLimits } from '@plenum/protocol/lighting';
import { toPlainJson } from '@plenum/protocol/text';
import type { Command } from 'commander';
import { wrongUsage } from '../../failure.ts';
import { toHelpLines } from '../../format/help.ts';
import { formatMember, formatValue } from '../../format/value.ts';
import { readBody } from '../../input/body.ts';
import { commandHelp, findCommand } from '../../input/find-command.ts';
import { readWhole } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { addBridgeOptions, type ConnectOptions, withBridge } from '../../option/connect.ts';
import { sendCommand } from './send-command.ts';

interface ControlOptions extends ConnectOptions {
  readonly verify?: boolean;
  readonly help?: true;
}

/** Describes a completed command: `ZoneSetpoint Index 1, Setpoint 22.50 °C`. */
const toDone = (definition: Definition, body: unknown): string => {
  const { name, body: field } = definition;
  if (factsOf(field).kind !== 'record') return `${name} ${formatValue(field, body)}`;
  const members = Object.entries(body as object).map(
    ([key, value]) => `${key} ${formatMember(field as RecordField, key, value)}`,
  );
  return `${name} ${members.join(', ')}`;
};

const explain = (name: string, io: Io): readonly string[] =>
  toHelpLines(commandHelp.find((help) => help.name === name)!, 'control', io);

const send = (host: string, definition: Definition, body: unknown, options: ControlOptions, io: Io) =>
  withBridge(host, options, io, async (bridge) => {
    const { name } = definition;
    const preferences = { verify: options.verify, traceparent: io.env.TRACEPARENT };
    const { verified } = await sendCommand(bridge, { name, body }, preferences);
    if (options.json) return io.out(toPlainJson({ result: 'OK', command: name, body, verified }));
    io.out(`OK  ${toDone(definition, body)}${verified ? '  (read back)' : ''}`);
  });

/** Opens or closes a garage door: presses its button if needed, and prints a line when the door starts to move. */
const moveDoor = (host: string, aim: DoorAim, no: string | undefined, options: ControlOptions, io: Io) => {
  if (no === undefined) throw wrongUsage(`${aim} which garage door? Give its lamp number.`);
  const index = readWhole('No', 0, lightingLimits.lamps - 1)(no);
  return withBridge(host, options, io, async (bridge) => {
    const door = bridge.garageDoor(index);
    const onMoving = () => io.err(`Garage door ${index} is moving.`);
    const { wasPressed, isOpen } = await door[aim]({ onMoving });
    if (options.json) return io.out(toPlainJson({ result: 'OK', door: index, wasPressed, isOpen }));
    const state = isOpen ? 'open' : 'shut';
    io.out(
      `OK  garage door ${index} ${wasPressed ? `is ${state}` : `was already ${state}; the button was not pressed`}`,
    );
  });
};

const run = async (
  host: string | undefined,
  name: string | undefined,
  words: readonly string[],
  options: ControlOptions,
  io: Io,
) => {
  if (name === undefined) {
    if (host === undefined || !io.isInteractive)
      throw wrongUsage('plenum control HOST COMMAND VALUE; "plenum commands" lists the commands.');
    const { promptCommand } = await import('../../input/prompt-command.ts');
    const { definition, body } = await promptCommand();
    return send(host, definition, body, options, io);
  }
  const aim = doorAims.find((each) => each === name.toLowerCase());
  if (aim !== undefined) return moveDoor(host!, aim, words[0], options, io);
  const definition = findCommand(name);
  if (words.length === 0) {
    for (const line of explain(definition.name, io)) io.err(line);
    throw wrongUsage(`${definition.name} needs a value.`);
  }
  return send(host!, definition, readBody(definition, words), options, io);
};

/** `plenum control`: sends a command to a bridge. */
export function registerControlCommand(program: Command, io: Io) {
  const command = addBridgeOptions(
    program
      .command('control')
      .summary('send a command to a bridge')
      .description(
        'Sends a command. Values as on the wire (2250), with a unit (22.5C, 1h30m) or by label (cool, on); a setpoint needs no unit (22.5).',
      )
      .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443')
      .argument('[command]', 'one of "plenum commands"')
      .argument('[values...]', 'VALUE, JSON, or key=value pairs')
      .helpOption(false)
      .option('-h, --help', 'show this help, or that of the command'),
  )
    .option('--verify', 'read back what was set; default for bridges other than Plenum')
    .option('--no-verify', 'do not read back; trust the OK of the bridge')
    .addHelpText('after', () =>
      [
        '',
        'Examples:',
        '  plenum control 127.0.0.1:8080 SysOn on',
        '  plenum control 127.0.0.1:8080 SysMode cool',
        '  plenum control 127.0.0.1:8080 ZoneSetpoint Index=1 Setpoint=22.5C',
        `  plenum control 127.0.0.1:8080 ZoneMode '{"Index":1,"Mode":3}'`,
        '  plenum control 127.0.0.1:8080 close 19      a garage door, by its number; pressed only if it is open',
        '',
        'TRACEPARENT (W3C Trace Context) is sent with the command, and appears in the logs and the event that it causes.',
      ].join('\n'),
    );
  return command.action(async (host, name, words, options: ControlOptions) => {
    if (!options.help) return run(host, name, words, options, io);
    if (name === undefined) return command.outputHelp();
    for (const line of explain(findCommand(name).name, io)) io.out(line);
  });
}
