import { mkdir, writeFile } from 'node:fs/promises';
import { toSentence } from '@plenum/protocol/refusal';
import { checkedHouseUrl, houseNames, readShippedFile } from './shipped.ts';

for (const name of houseNames) {
  const house = readShippedFile(name);
  if (!house.ok) throw new Error(toSentence(house.refusal));
  await mkdir(new URL('.//', checkedHouseUrl(name)), { recursive: true });
  await writeFile(checkedHouseUrl(name), `${JSON.stringify(house.value)}\n`);
}
