const dayMs = 86_400_000;

/** `0:19`, `12:05`, `1:02:05` */
export function formatClock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** `412 kB`, `3.4 MB` */
export function formatFileSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** `1 photo`, `3 photos` */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Rounded, so that 30 days are not 29 after a second. */
export function formatTimeLeft(expiresAt: string, now: number): string {
  const exactDays = (new Date(expiresAt).getTime() - now) / dayMs;
  if (exactDays < 1) return 'less than a day left';
  return `${formatCount(Math.round(exactDays), 'day')} left`;
}
