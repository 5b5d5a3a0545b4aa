import { tableOf } from '@plenum/protocol/field';
/** Number of alternations of each row. */
export const rounds = 7;

/**
 * Measures several sides one after the other, again and again, so that all have the same conditions. The first round
 * warms them up and is not counted.
 */
export async function alternate<Side extends string, Value>(
  sides: Readonly<Record<Side, () => Promise<Value>>>,
): Promise<Record<Side, Value[]>> {
  const names = Object.keys(sides) as Side[];
  const values = tableOf(names, (): Value[] => []);
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const value = await sides[name]();
      if (round > 0) values[name].push(value);
    }
  return values;
}
