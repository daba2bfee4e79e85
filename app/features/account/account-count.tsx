import { Link } from '@remix-run/react';

import { Icon, type IconName } from '~/components/icon';

interface Props {
  icon: IconName;
  label: string;
  count: number;
  to: string;
}

export function AccountCount({ icon, label, count, to }: Props) {
  return (
    <li>
      <Link className="standing" to={to}>
        <Icon name={icon} />
        <b className="tabular-nums">{count}</b>
        <span className="small muted">{label}</span>
      </Link>
    </li>
  );
}
