import { type AnyCommand, effectOf } from '@plenum/protocol/command';
import { type ComponentKind, type Datagrams, findDatagram, kinds } from '@plenum/protocol/component';
import type { EventFault, EventOrigin, HistoryEvent, UnconfirmedEvent } from '@plenum/protocol/extension';
import { toLines } from '../../definition/format-value.ts';
import type { EventGroup } from '../../reading/event-marks.ts';
import { formatSetpoint, type Scale } from '../../reading/temperature.ts';
import { capital, fieldOf, wordOf } from '../../reading/words.ts';
import { t } from '../../text/text.ts';

/** What the words of an event depend on. */
export interface Words {
  readonly datagrams: Datagrams;
  readonly scale: Scale;
}

const temperatures = new Set(['Setpoint', 'Sp']);
const modes = new Set(['SysMode', 'Mode']);
const switches = new Set(['SysOn', 'On']);
/** The most events of a group that are written out. */
const maxListed = 3;

/** The name of a component: of a room its name, of the unit that of the whole house. */
const nameOf = (kind: ComponentKind, index: number, { datagrams }: Words): string => {
  if (kind === 'unit') return t('reading.wholeHouse');
  if (kind === 'power')
    return datagrams.power[0]?.Devices?.[index]?.Name || t('reading.meter', { number: index + 1 });
  const named = findDatagram(datagrams, kind, index) as { readonly Name?: string } | undefined;
  return named?.Name || `${capital(kind)} ${index + 1}`;
};

const toSetting = (kind: ComponentKind, field: string, value: unknown, { scale }: Words): string => {
  const known = Object.hasOwn(kinds[kind].fields.properties, field) ? fieldOf(kind, field) : undefined;
  if (typeof value === 'number') {
    if (temperatures.has(field))
      return t('history.setTo', {
        what: t('history.setpoint'),
        value: `${formatSetpoint(value, scale)} °${scale}`,
      });
    if (switches.has(field)) return value === 1 ? t('history.on') : t('history.off');
    if (modes.has(field) && known !== undefined) return t('history.mode', { mode: wordOf(known, value) });
  }
  const [line] = known === undefined ? [] : toLines(known, value, scale);
  return line === undefined ? field : t('history.setTo', { what: line.label, value: line.value });
};

/** `ZoneMaxAir` as words: `Zone max air`. */
const spaced = (name: string) => capital(name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());

const toCommandText = (event: Extract<HistoryEvent, { what: 'command' }>, words: Words): string => {
  const { command: name, body, kind, index } = event;
  const plain = t('history.command', { name: spaced(name) });
  if (name.includes('Favourite') && kind.endsWith('avourite'))
    return t('history.favourite', { name: nameOf(kind, index, words) });
  if (name === 'FavouriteSet') return t('history.favourite', { name: nameOf('schedule', index, words) });
  if (body === undefined) return `${nameOf(kind, index, words)}: ${plain}`;
  const fields = effectOf({ name, body } as AnyCommand)?.fields ?? [];
  const settings = fields.flatMap(({ path, value }) =>
    path.length === 1 ? toSetting(kind, path[0]!, value, words) : [],
  );
  const listed = settings.length === 0 ? plain : settings.slice(0, maxListed).join(', ');
  return `${nameOf(kind, index, words)}: ${listed}`;
};

/** What a command set that the real bridge did not show. */
const toSent = ({ command, kind, field, sent }: UnconfirmedEvent, words: Words): string =>
  field === undefined ? t('history.command', { name: spaced(command) }) : toSetting(kind, field, sent, words);

const faultKeys = {
  unit: 'history.faultUnit',
  sensor: 'history.faultSensor',
  damper: 'history.faultDamper',
  silent: 'history.faultSilent',
} as const satisfies Readonly<Record<EventFault, string>>;

const toText = (event: HistoryEvent, words: Words): string => {
  if (event.what === 'command') return toCommandText(event, words);
  const name = nameOf(event.kind, event.index, words);
  if (event.what === 'unconfirmed')
    return `${name}: ${t('history.unconfirmed', { what: toSent(event, words) })}`;
  if (event.what === 'change') return `${name}: ${toSetting(event.kind, event.field, event.value, words)}`;
  const fault = [t(faultKeys[event.fault]), event.code].filter((part) => part !== undefined).join(' ');
  return `${name}: ${event.isOver ? t('history.faultOver', { fault }) : fault}`;
};

const toOrigin = ({ over, app, account, favourite }: EventOrigin): string => {
  if (over === 'schedule') return t('history.byFavourite', { name: favourite ?? '' });
  if (over === 'local') return t('history.byLocal');
  if (over === 'unknown') return t('history.byUnknown');
  if (app !== undefined)
    return account === undefined ? t('history.byApp', { app }) : t('history.byAppOf', { app, account });
  return account === undefined ? t('history.byCloud') : t('history.byAccount', { account });
};

/** What happened, as a sentence, and by whom. */
export const groupText = ({ events }: EventGroup, words: Words): string => {
  const texts = [...new Set(events.map((event) => toText(event, words)))];
  const rest = texts.length - maxListed;
  const listed = texts.slice(0, maxListed).join('; ');
  return rest > 0 ? `${listed} ${t('history.more', { count: rest })}` : listed;
};

export const originText = ({ by }: EventGroup): string | undefined =>
  by === undefined ? undefined : toOrigin(by);
