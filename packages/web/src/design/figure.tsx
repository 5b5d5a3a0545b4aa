import './figure.css';

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly unit?: string | undefined;
}

/** A labelled number with its unit, in a list of `figures`. */
export const Figure = ({ label, value, unit }: FigureProps) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd className="num">
      {value}
      {unit !== undefined && <small> {unit}</small>}
    </dd>
  </div>
);
