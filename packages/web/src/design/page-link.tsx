import { Icon, type IconName } from './icon.tsx';

export interface ShellPage {
  readonly title: string;
  readonly icon: IconName;
  readonly href: string;
  readonly isCurrent: boolean;
}

export const PageLink = ({ page: { title, icon, href, isCurrent } }: { page: ShellPage }) => (
  <a className="frame__link" href={href} aria-current={isCurrent ? 'page' : undefined}>
    <Icon name={icon} />
    <span>{title}</span>
  </a>
);
