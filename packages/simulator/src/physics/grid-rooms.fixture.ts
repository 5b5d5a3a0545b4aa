import type { RoomSpec } from './types.ts';

/**
 * Returns a floor plan for tests and benchmarks: rooms in rows of six, each next to the following one and the one
 * behind, the outer ones with windows.
 */
export const layOutRooms = (count: number): RoomSpec[] =>
  Array.from({ length: count }, (_, index) => {
    const column = index % 6;
    const neighbours = [];
    if (column < 5 && index + 1 < count) neighbours.push({ room: `Room ${index + 1}`, area: 9, door: 0.02 });
    if (index + 6 < count) neighbours.push({ room: `Room ${index + 6}`, area: 10 });
    const walls = [];
    if (column === 0) walls.push({ facing: 'W' as const, area: 10, window: 3 });
    if (column === 5) walls.push({ facing: 'E' as const, area: 10, window: 2.5 });
    if (index < 6) walls.push({ facing: 'N' as const, area: 11, window: 4, shade: 0.3 });
    if (index + 6 >= count) walls.push({ facing: 'S' as const, area: 11, window: 2 });
    return {
      name: `Room ${index}`,
      area: 12 + (index % 5) * 4,
      walls,
      roof: 12 + (index % 5) * 4,
      ground: 12 + (index % 5) * 4,
      mass: (['light', 'medium', 'heavy'] as const)[index % 3]!,
      neighbours,
    };
  });
