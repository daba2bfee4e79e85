import { useHydrated } from '~/loading/use-hydrated';

interface Props {
  value: string;
  withTime?: boolean;
  /** Without the year. */
  isShort?: boolean;
  /** The same day for all readers. */
  isUtc?: boolean;
}

/** UTC and English until hydration, then the visitor's zone and locale. */
export function Time({ value, withTime, isShort, isUtc }: Props) {
  const isHydrated = useHydrated();
  // oxlint-disable-next-line no-restricted-globals -- only on personal pages
  const format = new Intl.DateTimeFormat(isHydrated ? undefined : 'en', {
    ...(isShort ? { day: 'numeric', month: 'short' } : { dateStyle: 'medium' }),
    ...(withTime ? { timeStyle: 'short' } : {}),
    ...(isHydrated && !isUtc ? {} : { timeZone: 'UTC' }),
  });
  // `auto` isolates dates in Arabic: numbers after them would move to their other side.
  return (
    <time dateTime={value} dir="auto">
      {format.format(new Date(value))}
    </time>
  );
}
