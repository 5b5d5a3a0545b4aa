import type { Health } from './health.ts';
import './endpoint.css';

export const HealthMark = ({ health: { is, says } }: { health: Health }) => (
  <span className="health" data-health={is}>
    <span className="health__dot" />
    {says}
  </span>
);
