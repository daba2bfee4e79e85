import { onTestFinished, vi } from 'vitest';

/** Records each promise that is rejected during the test while no code handles its rejection. */
export function unhandledRejections() {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  return unhandled;
}
