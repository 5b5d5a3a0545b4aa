import './value-list.css';

export const ValueList = ({
  lines,
}: {
  readonly lines: readonly { readonly label: string; readonly value: string }[];
}) => (
  <dl className="lines">
    {lines.map(({ label, value }) => (
      <div key={`${label} ${value}`} className="lines__one">
        <dt>{label}</dt>
        <dd className="num">{value}</dd>
      </div>
    ))}
  </dl>
);
