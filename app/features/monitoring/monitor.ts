import type { MonitoringSettings } from './options';

/** `user` is null after logging out. */
export type MonitoringEvent =
  | { type: 'error'; error: unknown }
  | { type: 'user'; user: { id: string; email?: string; username?: string } | null }
  | { type: 'page'; route: string };

type Listener = (event: MonitoringEvent) => void;

const maxQueued = 20;

let queue: MonitoringEvent[] = [];
let listener: Listener | undefined;
let isStarted = false;

function record(event: MonitoringEvent): void {
  if (listener) listener(event);
  else if (queue.length < maxQueued) queue.push(event);
}

const recordError = ({ error, message }: ErrorEvent) => record({ type: 'error', error: error ?? message });
const recordRejection = ({ reason }: PromiseRejectionEvent) => record({ type: 'error', error: reason });

// Listen at once: errors may occur before the settings are known.
if (typeof window !== 'undefined') {
  addEventListener('error', recordError);
  addEventListener('unhandledrejection', recordRejection);
}

/** Stops listening and drops queued events. */
function discard(): void {
  removeEventListener('error', recordError);
  removeEventListener('unhandledrejection', recordRejection);
  queue = [];
}

/** Loads the reporting library when the browser is idle; events are queued until then. */
function start(settings: MonitoringSettings): void {
  if (isStarted) return;
  isStarted = true;
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2_000));
  whenIdle(() => void load(settings), { timeout: 5_000 });
}

async function load(settings: MonitoringSettings): Promise<void> {
  const { startReporting } = await import('./monitoring.client');
  listener = startReporting(settings);
  // Report the user first: earlier errors are attributed to them.
  const user = queue.find(({ type }) => type === 'user');
  for (const event of user ? [user, ...queue] : queue) listener(event);
  discard();
}

export const monitor = { start, record, discard };
