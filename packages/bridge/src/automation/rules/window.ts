import { enumerations } from '@plenum/protocol/field';
import { minute } from '../../comfort/plan-start.ts';
import type { ActionRule } from '../rule.ts';

const { close } = enumerations.zoneMode.values;
/** Longest time for which a zone stays shut, and the shortest, because a shut room recovers slowly. */
const longest = 120 * minute;
const shortest = 10 * minute;

/** Shuts a zone while its window seems open. */
export const window: ActionRule = {
  propose: ({ datagrams, memory, settings }) => {
    const zone = datagrams.zone.find(
      ({ Index, Mode }) =>
        memory.rooms?.[Index]?.open !== undefined && Mode !== close && !settings.roomsOff.includes(Index),
    );
    if (zone === undefined) return undefined;
    const { lost } = memory.rooms![zone.Index]!.open!;
    const figures = { room: { value: zone.Name }, difference: { value: lost / 100, unit: 'K' } } as const;
    return {
      reason: { code: 'may-shut', figures },
      given: [{ name: 'ZoneMode', index: zone.Index, value: close }],
      room: zone.Index,
    };
  },
  begin: ({ reason }, { at }) => ({ reason: { code: 'shut', figures: reason.figures }, until: at + longest }),
  ends: ({ since, until, room }, { at, memory }) => {
    if (at >= until!) return 'returned';
    return at - since >= shortest && memory.rooms?.[room!]?.open === undefined ? 'returned' : undefined;
  },
};
