import { Link } from '@remix-run/react';

const kinds = [
  { type: undefined, label: 'All' },
  { type: 'photo', label: 'Photos' },
  { type: 'gif', label: 'GIFs' },
  { type: 'video', label: 'Videos' },
];

/** Which kind of media a list shows: links, so that each has its address. */
export function KindFilter({ type, pathTo }: { type?: string; pathTo: (place: { type?: string }) => string }) {
  const now = type === 'all' ? undefined : type;
  return (
    <nav className="segments" aria-label="Show">
      {kinds.map((kind) => (
        <Link key={kind.label} to={pathTo({ type: kind.type })} aria-current={kind.type === now ? 'true' : undefined}>
          {kind.label}
        </Link>
      ))}
    </nav>
  );
}
