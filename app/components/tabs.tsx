import { Link } from '@remix-run/react';

interface Props {
  /** What is chosen between. */
  label: string;
  tabs: { to: string; label: string; isOn: boolean }[];
}

/** One of a few views of a page: links in the shape of one control, so that each view has its address. */
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
