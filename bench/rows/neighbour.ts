import { measureNeighbour } from '../cloud/measure-neighbour.ts';
import type { Measurement } from '../row.ts';

/**
 * Measures the response times of an account while another account uses as much as it can (docs/security.md, "Cloud").
 */
export const measureNeighbours: Measurement = async () => [
  await measureNeighbour('bodies', 'query', 5),
  await measureNeighbour('bodies', 'control', 5),
  await measureNeighbour('discover', 'query', 5),
  await measureNeighbour('entries', 'entry', 5),
  await measureNeighbour('frames', 'control', 5),
  await measureNeighbour('outbox', 'query', 5),
  await measureNeighbour('watch', 'query', 5),
];
