import { createSerialQueue } from '@plenum/platform/serial-queue';
import type { SimulationStatus } from '@plenum/protocol/simulation';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSimulator } from './simulator-context.ts';

type Weather = SimulationStatus['weather'];

/** The key of a weather value. */
export type WeatherKey = Exclude<keyof Weather, 'held'>;

/** The held values; all others come from the weather generator or the weather file. */
export type Held = Partial<Readonly<Record<WeatherKey, number>>>;

const heldIn = (weather: Weather): Held =>
  Object.fromEntries(weather.held.map((key) => [key, weather[key as WeatherKey]]));

/**
 * Returns a function that changes the held values. Each override replaces all held values, so every change starts from
 * the result of the previous one.
 */
export function useHold(): (change: (held: Held) => Held) => Promise<void> {
  const { statusKey, apply } = useSimulator();
  const client = useQueryClient();
  const [inTurn] = useState(createSerialQueue);
  return (change) =>
    inTurn(async () => {
      // The response to an earlier request for the status would not contain the change.
      await client.cancelQueries({ queryKey: statusKey });
      const known = client.getQueryData<SimulationStatus>(statusKey);
      if (known === undefined) return;
      const held = change(heldIn(known.weather));
      const weather = { ...known.weather, ...held, held: Object.keys(held) as Weather['held'] };
      // The time in the status is as old as before.
      const updatedAt = client.getQueryState(statusKey)!.dataUpdatedAt;
      client.setQueryData(statusKey, { ...known, weather }, { updatedAt });
      await apply('Weather', held);
    });
}
