import type { Material, Task } from '#contract/index';

/** `1 credit`, `4 credits`. */
export const credits = (count: number) => `${count} ${count === 1 ? 'credit' : 'credits'}`;

/** `JPEG, 1,600 × 1,200` */
export function factsOf({ format, width, height }: Material): string {
  const number = new Intl.NumberFormat('en');
  const size = width && height ? `, ${number.format(width)} × ${number.format(height)}` : '';
  return format.toUpperCase() + size;
}

/** When a task will be through, as far as anybody can say. */
export function timeLeft({ status, queue_position, eta_seconds }: Task): string {
  if (status === 'queued' && queue_position !== null) {
    return queue_position === 1 ? 'You are next in the queue' : `${queue_position - 1} ahead of you`;
  }
  if (eta_seconds === null) return 'A few seconds left';
  if (eta_seconds < 1.5) return 'About a second left';
  if (eta_seconds < 90) return `About ${Math.round(eta_seconds)} seconds left`;
  return `About ${Math.round(eta_seconds / 60)} minutes left`;
}

/** Steps of ten, so that a screen reader is not talked at all the time. */
export const spokenPercent = (progress: number) => `${Math.floor(progress / 10) * 10} %`;
