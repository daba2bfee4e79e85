import { Link } from '@remix-run/react';

interface Props {
  page: number;
  perPage: number;
  total: number;
  href: (page: number) => string;
  label?: string;
}

export function Pager({ page, perPage, total, href, label = 'Pages' }: Props) {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1) return null;
  const first = (page - 1) * perPage + 1;
  return (
    <nav className="pager flex flex-wrap items-center justify-between gap-3" aria-label={label}>
      <p className="small faint tabular-nums">
        {first} to {Math.min(page * perPage, total)} of {total}
      </p>
      <ol>
        {pagesAround(page, last).map((entry, index) => (
          <li key={entry ?? `gap-${index}`}>
            {entry === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <Link
                to={href(entry)}
                aria-current={entry === page ? 'page' : undefined}
                aria-label={`Page ${entry}`}
                prefetch="intent"
              >
                {entry}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** First, last and neighbouring pages; `null` is a gap. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, last].filter((entry) => entry >= 1 && entry <= last);
  const sorted = [...new Set(shown)].sort((a, b) => a - b);
  return sorted.flatMap((entry, index) => (index > 0 && entry - sorted[index - 1]! > 1 ? [null, entry] : [entry]));
}
