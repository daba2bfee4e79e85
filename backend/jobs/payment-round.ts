import { sql } from 'kysely';
import type { AppContext } from '#backend/domain/context';
import { sweepPayments } from '#backend/domain/payments/sweep-payments';
import type { JobOutcome } from '#backend/metrics/jobs';

/** A round may take longer than the minute until the next one, which then leaves the payments to it. */
export async function runPaymentRound(deps: AppContext, jobId: string): Promise<JobOutcome> {
  const { rows } = await sql`
    select from graphile_worker.jobs
    where task_identifier = 'payment_round' and locked_at is not null and id < ${jobId}::bigint`.execute(deps.db);
  if (rows.length > 0) return 'skipped';
  await sweepPayments(deps);
  return 'done';
}
