import type { MonitoringSettings } from './options';

/** What is told to whoever reports: faults, who is signed in (null after signing out), and the page that is shown. */
export type MonitoringEvent =
  | { type: 'error'; error: unknown }
  | { type: 'user'; user: { id: string; email?: string; username?: string } | null }
  | { type: 'page'; route: string };

type Listener = (event: MonitoringEvent) => void;

/** More than this before reporting is there says nothing new. */
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

// From the first moment: a page can break before it knows where that is reported.
if (typeof window !== 'undefined') {
  addEventListener('error', recordError);
  addEventListener('unhandledrejection', recordRejection);
}

/** What has happened is not reported anywhere. */
function discard(): void {
  removeEventListener('error', recordError);
  removeEventListener('unhandledrejection', recordRejection);
  queue = [];
}

/**
 * Reports what goes wrong in this page. The library for it is heavy, and comes when the page has nothing else to do; what
 * happens until then is kept for it.
 */
function start(settings: MonitoringSettings): void {
  if (isStarted) return;
  isStarted = true;
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2_000));
  whenIdle(() => void load(settings), { timeout: 5_000 });
}

async function load(settings: MonitoringSettings): Promise<void> {
  const { startReporting } = await import('./monitoring.client');
  listener = startReporting(settings);
  // What broke before the page knew who is signed in broke for them.
  const user = queue.find(({ type }) => type === 'user');
  for (const event of user ? [user, ...queue] : queue) listener(event);
  discard();
}

export const monitor = { start, record, discard };
