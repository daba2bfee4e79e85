import type { MonitoringSettings } from './options';

/** What is told to whoever reports: faults, who is signed in (null after signing out), and the page that is shown. */
export type News =
  | { type: 'fault'; error: unknown }
  | { type: 'user'; user: { id: string; email?: string; username?: string } | null }
  | { type: 'page'; route: string };

type Listener = (news: News) => void;

/** More than this before reporting is there says nothing new. */
const mostKept = 20;

let kept: News[] = [];
let listener: Listener | undefined;
let isStarted = false;

function tell(news: News): void {
  if (listener) listener(news);
  else if (kept.length < mostKept) kept.push(news);
}

const noteError = ({ error, message }: ErrorEvent) => tell({ type: 'fault', error: error ?? message });
const noteRejection = ({ reason }: PromiseRejectionEvent) => tell({ type: 'fault', error: reason });

// From the first moment: a page can break before it knows where that is reported.
if (typeof window !== 'undefined') {
  addEventListener('error', noteError);
  addEventListener('unhandledrejection', noteRejection);
}

/** What has happened is not reported anywhere. */
function forget(): void {
  removeEventListener('error', noteError);
  removeEventListener('unhandledrejection', noteRejection);
  kept = [];
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
  const user = kept.find(({ type }) => type === 'user');
  for (const news of user ? [user, ...kept] : kept) listener(news);
  forget();
}

export const monitor = { start, tell, forget };
