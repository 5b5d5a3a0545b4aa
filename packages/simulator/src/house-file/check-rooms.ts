import { isTimeZone } from '@plenum/protocol/extension';
import type { HouseFile } from '../house-schema/house.ts';
import { cannotBe, noSuchRoom, type Problems, repeated } from './problem.ts';

type Room = HouseFile['rooms'][number];

function* findPlaceProblems({ place, climate }: HouseFile): Problems {
  if (!isTimeZone(place.timeZone))
    yield* cannotBe(
      ['place', 'timeZone'],
      place.timeZone,
      'a time zone',
      'there is no time zone with that name',
    );
  for (const format of ['csv', 'epw'] as const) {
    const file = climate?.[format];
    if (file !== undefined && !/^[^/\\]+$/.test(file))
      yield* cannotBe(
        ['climate', format],
        file,
        'a weather file',
        'it must be in the folder of the house file',
      );
  }
  if (climate?.csv !== undefined && climate.epw !== undefined)
    yield* cannotBe(['climate', 'epw'], climate.epw, 'the weather', 'the house already has a CSV file');
}

function* findWallProblems(room: Room, place: number): Problems {
  for (const [number, { window = 0, area }] of (room.walls ?? []).entries())
    if (window > area)
      yield* cannotBe(
        ['rooms', place, 'walls', number, 'window'],
        window,
        'the glass of this wall',
        `the whole wall has ${area} m²`,
      );
}

/** Returns the minutes since midnight of a time of day such as `07:30`. */
const toMinutes = (time: string): number => {
  const [hour, minute] = time.split(':');
  return Number(hour) * 60 + Number(minute);
};

/** Yields the problems of setpoints that are not in the order of their times. */
function* findRoutineProblems({ ideal = {} }: Room, place: number): Problems {
  for (const way of ['heat', 'cool'] as const) {
    const times = (ideal[way] ?? []).map(({ at }) => toMinutes(at));
    const early = times.findIndex((minutes, index) => index > 0 && minutes < times[index - 1]!);
    if (early >= 0)
      yield* cannotBe(
        ['rooms', place, 'ideal', way, early, 'at'],
        ideal[way]![early]!.at,
        'the time of this setpoint',
        'the setpoint before it is later',
      );
  }
}

/** Yields the problems of shared walls. Each wall is written once, in either of its two rooms. */
function* findNeighbourProblems(house: HouseFile): Problems {
  const walls = new Set<string>();
  for (const [place, room] of house.rooms.entries()) {
    for (const [number, neighbour] of (room.neighbours ?? []).entries()) {
      const path = ['rooms', place, 'neighbours', number, 'room'];
      yield* noSuchRoom(house, path, neighbour.room);
      const wall = JSON.stringify([room.name, neighbour.room].sort());
      if (neighbour.room === room.name)
        yield* cannotBe(path, neighbour.room, 'a neighbour', 'it is the room itself');
      else if (walls.has(wall))
        yield* cannotBe(
          path,
          neighbour.room,
          'a neighbour',
          'the wall between the two rooms is already in the file',
        );
      walls.add(wall);
    }
  }
}

/** Yields the problems of the location and the rooms of a house. */
export function* findRoomProblems(house: HouseFile): Problems {
  yield* findPlaceProblems(house);
  const names = house.rooms.map(({ name }) => name);
  if (names.includes(''))
    yield* cannotBe(['rooms', names.indexOf(''), 'name'], '', 'the name of a room', 'it is empty');
  yield* repeated(names, (place) => ['rooms', place, 'name'], 'the name of a room');
  for (const [place, room] of house.rooms.entries()) {
    yield* findWallProblems(room, place);
    yield* findRoutineProblems(room, place);
  }
  yield* findNeighbourProblems(house);
}
