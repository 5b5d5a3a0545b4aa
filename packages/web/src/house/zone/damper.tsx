import { t } from '../../text/text.ts';
import './damper.css';

interface DamperProps {
  /** The opening of the damper in percent, and its limits. */
  readonly opening: number;
  readonly least: number;
  readonly most: number;
  /** True if the unit moves air. */
  readonly hasAir: boolean;
}

const lanes = [11, 18, 25] as const;

/** Draws a zone's damper: the angle of its blade and the air that passes. */
export function Damper({ opening, least, most, hasAir }: DamperProps) {
  const flows = opening > 0 && hasAir;
  return (
    <div className="damper">
      <svg className="damper__duct" viewBox="0 0 120 36" aria-hidden="true">
        <path className="damper__wall" d="M2 4H118M2 32H118" />
        {flows && (
          <g className="damper__air" style={{ opacity: 0.25 + (opening / 100) * 0.75 }}>
            {lanes.map((y) => (
              <path key={y} d={`M4 ${y}H116`} />
            ))}
          </g>
        )}
        <g
          style={{ transform: `rotate(${90 - opening * 0.9}deg)`, transformOrigin: '60px 18px' }}
          className="damper__blade"
        >
          <path d="M47.5 18H72.5" />
        </g>
        <circle className="damper__pin" cx="60" cy="18" r="2.5" />
      </svg>
      <div className="damper__words">
        <span className="damper__opening num">
          {opening === 0 ? t('house.closed') : t('house.percentOpen', { opening })}
        </span>
        <span className="damper__limits num">
          {least}–{most} %
        </span>
      </div>
      <div className="damper__scale" aria-hidden="true">
        <span className="damper__range" style={{ left: `${least}%`, right: `${100 - most}%` }} />
        <span className="damper__now" style={{ left: `${opening}%` }} />
      </div>
    </div>
  );
}
