export const AppAvatar = ({ name }: { name: string }) => (
  <span className="app-avatar" aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
);
