/** The letter an app is known by beside its name. */
export const AppSign = ({ name }: { name: string }) => (
  <span className="sign" aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
);
