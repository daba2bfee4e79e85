import { sweepTokens } from '#backend/domain/account/tokens';
import { Attempts } from '#backend/domain/attempts';
import { reportUnreadFaces } from '#backend/domain/blocked-face/report-unread-faces';
import { addDays, type AppContext } from '#backend/domain/context';
import { eraseOverdue } from '#backend/domain/library/erase-overdue';
import { sweepChallenges } from '#backend/domain/passkey/challenge';
import { removeEndedSharedSwaps } from '#backend/domain/shared-swap/remove-shared-swap';
import { removeEndedWorkFolders } from '#backend/domain/swap/work-folder';
import { dropExpired } from './drop-expired';

/** A worker runs no other job while it sweeps. */
export const sweepLimitMs = 5 * 60_000;
const auditDays = 365;
const webhookLogDays = 30;

const before = ({ now }: AppContext, days: number) => addDays(now(), -days);

/** Each is quick. */
const steps: Record<string, (deps: AppContext) => Promise<unknown>> = {
  unread_faces: reportUnreadFaces,
  work_folders: removeEndedWorkFolders,
  shared_swaps: removeEndedSharedSwaps,
  sessions: sweepTokens,
  challenges: sweepChallenges,
  mail_codes: (deps) => deps.db.deleteFrom('mail_code').where('expires_at', '<', before(deps, 1)).execute(),
  shares: (deps) => deps.db.deleteFrom('share').where('expires_at', '<', deps.now()).execute(),
  idempotency: (deps) => deps.db.deleteFrom('idempotency').where('created_at', '<', before(deps, 1)).execute(),
  rate_limits: (deps) => deps.db.deleteFrom('rate_limit').where('expire', '<', deps.now().getTime()).execute(),
  audit: (deps) => deps.db.deleteFrom('audit_event').where('at', '<', before(deps, auditDays)).execute(),
  webhook_log: (deps) =>
    deps.db.deleteFrom('webhook_event').where('created_at', '<', before(deps, webhookLogDays)).execute(),
};

/**
 * @param signal ends it early; the next sweep continues
 * @throws after all steps if one has failed
 */
export async function sweep(deps: AppContext, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const attempts = new Attempts(deps.log, 'sweep_step_failed');
  await attempts.run('deletions', () => eraseOverdue(deps));
  const limit = AbortSignal.timeout(sweepLimitMs);
  const files = await dropExpired(deps, attempts, signal ? AbortSignal.any([signal, limit]) : limit);
  for (const [step, work] of Object.entries(steps)) await attempts.run(step, () => work(deps));
  if (files > 0) deps.log.info({ files }, 'expired_media_removed');
  attempts.end();
}
