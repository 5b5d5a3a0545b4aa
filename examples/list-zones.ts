// Finds a bridge, or uses HOST[:PORT], and lists its zones.
//   node examples/list-zones.ts [HOST[:PORT]]
import { connectBridge, discover } from '@plenum/client';
import { toPlainText } from '@plenum/protocol/text';
import { isSensed } from '@plenum/protocol/zone';

const find = async () => {
  const [found] = await discover();
  if (found === undefined) throw new Error('No bridge answered. Pass its HOST:PORT.');
  return { host: found.address, port: found.port };
};

const [host, port = '80'] = process.argv[2]?.split(':') ?? [];
const where = host === undefined ? await find() : { host, port: Number(port) };

await using bridge = connectBridge(where);
for (const zone of await bridge.zones()) {
  const { Name, Temp, Setpoint } = zone;
  // A device may omit any field, so each may be undefined; temperatures are hundredths of a degree.
  const degrees = (hundredths = 0) => (hundredths / 100).toFixed(1);
  const now = isSensed(zone) ? `${degrees(Temp)} °C, setpoint ${degrees(Setpoint)} °C` : 'no sensor';
  console.log(`${toPlainText(Name ?? '')}: ${now}`);
}
