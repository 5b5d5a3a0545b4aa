// Follows a bridge and writes a line of CSV whenever the temperature of a zone changes.
//   node examples/log-temperatures.ts HOST[:PORT]
import { connectBridge, watch } from '@plenum/client';
import { toCsvCell } from '@plenum/protocol/text';
import { isSensed } from '@plenum/protocol/zone';

const [host = '127.0.0.1', port = '80'] = process.argv[2]?.split(':') ?? [];
await using bridge = connectBridge({ host, port: Number(port) });

console.log('time,zone,name,celsius');
const last = new Map<number, number>();
for await (const { kind, index, datagram } of watch(bridge)) {
  if (kind !== 'zone' || !isSensed(datagram)) continue;
  if (datagram.Temp === undefined || datagram.Temp === last.get(index)) continue;
  last.set(index, datagram.Temp);
  console.log([new Date().toISOString(), index, toCsvCell(datagram.Name ?? ''), datagram.Temp / 100].join());
}
