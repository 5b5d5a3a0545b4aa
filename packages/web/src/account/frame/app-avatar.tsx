/** Shows the first letter of an app's name as an icon. */
export const AppAvatar = ({ name }: { name: string }) => (
  <span className="app-avatar" aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
);
