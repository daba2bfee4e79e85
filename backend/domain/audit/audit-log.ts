import { uuidv7 } from 'uuidv7';
import type { Db } from '#backend/db/connect';
import { networkOf } from '#backend/domain/client-network';

/** `refused`: by a rate limit. */
export type AuditEventName =
  | 'registered'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out_everywhere'
  | 'session_ended'
  | 'address_confirmed'
  | 'address_changed'
  | 'password_set'
  | 'codes_turned_on'
  | 'codes_turned_off'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'google_connected'
  | 'google_disconnected'
  | 'google_allowed'
  | 'account_deleted'
  | 'data_exported'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'webhook_created'
  | 'webhook_changed'
  | 'webhook_disabled'
  | 'webhook_deleted'
  | 'content_appealed'
  | 'share_created'
  | 'share_revoked'
  | 'refused'
  | OperatorAct;

export const operatorActs = [
  'refund_ordered',
  'refunded',
  'refund_declined',
  'credits_granted',
  'subscription_cancelled',
  'taken_down',
  'case_closed',
  'face_blocked',
  'face_unblocked',
  'evidence_made',
  'content_allowed',
  'content_upheld',
  'account_suspended',
  'account_restored',
  'second_steps_removed',
  'reconciled',
  'media_moved',
] as const;

export type OperatorAct = (typeof operatorActs)[number];

export interface AuditEvent {
  event: AuditEventName;
  accountId?: string | undefined;
  clientAddress?: string | undefined;
  /** Never an e-mail address, password or token. */
  detail?: string;
}

export interface AuditLog {
  /** With `trx` only if that commits. */
  record(event: AuditEvent, trx?: Db): Promise<void>;
}

export function auditLog(db: Db): AuditLog {
  return {
    async record({ event, accountId, clientAddress, detail }, trx = db) {
      await trx
        .insertInto('audit_event')
        .values({
          id: uuidv7(),
          event,
          account_id: accountId ?? null,
          address: clientAddress ? networkOf(clientAddress) : null,
          detail: detail ?? null,
        })
        .execute();
    },
  };
}
