import { Link } from '@remix-run/react';

interface Props {
  label: string;
  tabs: { to: string; label: string; isOn: boolean }[];
}

/** Links: each view has its own URL. */
export function Tabs({ label, tabs }: Props) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={tab.to}
          aria-current={tab.isOn ? 'true' : undefined}
          prefetch="intent"
          preventScrollReset
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
