import { useHydrated } from '~/loading/use-hydrated';

/** UTC and English until hydration, then the visitor's zone and locale. Short: without the year. */
export function Time({ value, withTime, isShort }: { value: string; withTime?: boolean; isShort?: boolean }) {
  const isHydrated = useHydrated();
  // oxlint-disable-next-line no-restricted-globals -- only on personal pages
  const format = new Intl.DateTimeFormat(isHydrated ? undefined : 'en', {
    ...(isShort ? { day: 'numeric', month: 'short' } : { dateStyle: 'medium' }),
    ...(withTime ? { timeStyle: 'short' } : {}),
    ...(isHydrated ? {} : { timeZone: 'UTC' }),
  });
  return <time dateTime={value}>{format.format(new Date(value))}</time>;
}
