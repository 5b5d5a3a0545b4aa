import { verifyBridge } from './src/index.ts';

const t = performance.now();
const rows = await verifyBridge({
  host: '127.0.0.1',
  port: Number(process.argv[2]),
  udpPort: Number(process.argv[3] ?? 12107),
});
for (const r of rows) if (r.outcome !== 'passed') console.log(r.outcome, r.id, r.evidence.join(' / '));
console.log(rows.length, rows.filter((r) => r.outcome === 'passed').length, performance.now() - t);
