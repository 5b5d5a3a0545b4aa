import { layOutRooms } from './grid-rooms.fixture.ts';
import { createThermalModel } from './thermal-model.ts';
import { SYDNEY } from './weather/climates.ts';
import { createGeneratedWeather } from './weather/weather-generator.ts';

/** Prints the time in µs that one step of the largest house takes, by part: `node thermal-model.bench.ts`. */
const ROOMS = 43;
const house = createThermalModel(layOutRooms(ROOMS), SYDNEY);
const work = house.toWork(house.createState());
const source = createGeneratedWeather(SYDNEY, 1);
const conditions = house.createConditions(source(0));
conditions.supply.flow.fill(0.05);
conditions.supply.temperature.fill(14);

const prepare = (round: number) =>
  house.prepare(conditions, {
    middle: round * 60_000,
    seconds: 60,
    local: { hour: (round / 60) % 24, weekend: false },
  });

const measure = (name: string, run: (round: number) => void): void => {
  const rounds = 300_000;
  for (let round = 0; round < rounds; round++) run(round);
  const start = process.hrtime.bigint();
  for (let round = 0; round < rounds; round++) run(round);
  const cost = Number(process.hrtime.bigint() - start) / rounds / 1000;
  console.log(`${name.padEnd(28)} ${cost.toFixed(2)} µs`);
};

measure(`step of ${ROOMS} rooms`, () => house.step(work, conditions, 60));
measure('weather', (round) => {
  conditions.weather = source(round * 60_000);
});
measure('prepare (sun, people)', (round) => prepare(round));
measure('all three', (round) => {
  conditions.weather = source(round * 60_000);
  prepare(round);
  house.step(work, conditions, 60);
});
