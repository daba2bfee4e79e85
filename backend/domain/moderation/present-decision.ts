import type { Selectable } from 'kysely';
import type { ModerationDecision } from '#contract';
import type { ModerationTable } from '#backend/db/types';
import { addDays, type Policy } from '#backend/domain/context';

type Row = Selectable<ModerationTable>;

const reasons = {
  stopped: 'An automatic check found nudity in it.',
  refused: 'An automatic check found nudity in it, together with a person who looks under age.',
} as const satisfies Record<Row['outcome'], string>;

/** Without a picture: a stopped result is not shown to its owner either. */
export function presentDecision(row: Row, { retentionDays }: Pick<Policy, 'retentionDays'>): ModerationDecision {
  const { id, subject, name, outcome, created_at, appeal, appealed_at, verdict, verdict_reason, verdict_at } = row;
  return {
    decision_id: id,
    ...{ subject, name, outcome },
    state: verdict ?? (appealed_at ? 'under_review' : outcome),
    reason: reasons[outcome],
    created_at: created_at.toISOString(),
    appeal: appealed_at && { text: appeal ?? '', sent_at: appealed_at.toISOString() },
    verdict: verdict_at && { reason: verdict_reason ?? '', given_at: verdict_at.toISOString() },
    can_appeal: !appealed_at && !verdict,
    // During a review it is kept longer.
    picture_until: row.evidence_key && !appealed_at ? addDays(created_at, retentionDays).toISOString() : null,
  };
}
