import type { MonitoringSettings } from './options';

/** `user` is null after logout. */
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

// Errors may precede the settings.
if (typeof window !== 'undefined') {
  addEventListener('error', recordError);
  addEventListener('unhandledrejection', recordRejection);
}

function discard(): void {
  removeEventListener('error', recordError);
  removeEventListener('unhandledrejection', recordRejection);
  queue = [];
}

/** Queues events until the browser is idle. */
function start(settings: MonitoringSettings): void {
  if (isStarted) return;
  isStarted = true;
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2_000));
  whenIdle(() => void load(settings).catch(discard), { timeout: 5_000 });
}

async function load(settings: MonitoringSettings): Promise<void> {
  const { startReporting } = await import('./monitoring.client');
  listener = startReporting(settings);
  // Report the user first: attributes earlier errors.
  const user = queue.find(({ type }) => type === 'user');
  for (const event of user ? [user, ...queue] : queue) listener(event);
  discard();
}

export const monitor = { start, record, discard };
