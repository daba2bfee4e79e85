import { onTestFinished, vi } from 'vitest';

/** Records the promises that nobody handles until the test ends. */
export function unhandledRejections() {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  return unhandled;
}
