// Prepares a house for the night: bedrooms a little cooler, the unit off in an hour. Prints the reason if the house
// refuses.
//   node examples/good-night.ts HOST[:PORT]
import { BridgeError, connectBridge } from '@plenum/client';
import { toPlainText } from '@plenum/protocol/text';

const [host = '127.0.0.1', port = '80'] = process.argv[2]?.split(':') ?? [];
await using bridge = connectBridge({ host, port: Number(port) });

const bedrooms = (await bridge.zones()).filter(({ Name = '' }) => /bed/i.test(Name));
for (const { Index = 0, Name, Setpoint = 2200 } of bedrooms) {
  try {
    await bridge.command('ZoneSetpoint', { Index, Setpoint: Setpoint - 100 });
    console.log(`${toPlainText(Name ?? '')}: ${(Setpoint - 100) / 100} °C`);
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    console.log(`${toPlainText(Name ?? '')}: ${error.code}: ${toPlainText(error.message)}`);
  }
}
await bridge.command('SysSleepTimer', 60);
console.log('Good night.');
