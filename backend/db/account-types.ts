import type { Generated, JSONColumnType } from 'kysely';
import type { MadeAt, Time } from './columns';

export interface AccountTable {
  id: string;
  email: string;
  password_hash: string | null;
  nickname: string;
  avatar: string | null;
  user_status: Generated<'free' | 'premium' | 'expired'>;
  suspended_at: Time | null;
  /** For the owner; null if an operator suspended it. */
  suspended_reason: string | null;
  email_verified_at: Time | null;
  utm_all: string | null;
  password_set_at: Time | null;
  /** SHA-256; null once the address is confirmed. */
  sign_up_device: Buffer | null;
  /** Since then its owner does not want Google to sign in. */
  google_refused_at: Time | null;
  created_at: MadeAt;
}

export interface IdentityTable {
  provider: 'google';
  subject: string;
  account_id: string;
  /** At the last sign-in; null if that was before migration 049. */
  email: string | null;
  created_at: MadeAt;
}

/** Outlives accounts: no personal data. */
export interface AuditEventTable {
  id: string;
  at: MadeAt;
  event: string;
  account_id: string | null;
  address: string | null;
  detail: string | null;
}

/** Managed by rate-limiter-flexible. */
export interface RateLimitTable {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number | null;
}

/** Session tokens, as SHA-256. */
export interface AccessTokenTable {
  id: Generated<string>;
  hash: Buffer;
  account_id: string;
  /** In words, e.g. "Firefox on Windows". */
  device: string | null;
  /** Network of the last use, as in `audit_event`. */
  address: string | null;
  last_used_at: Time;
  created_at: MadeAt;
  expires_at: Time;
}

/** Of RFC 6238; counts once confirmed by a code. */
export interface OneTimeSecretTable {
  account_id: string;
  /** Encrypted. */
  secret: Buffer;
  confirmed_at: Time | null;
  /** Of the last accepted code: a bigint, as text. */
  last_step: string | null;
  created_at: MadeAt;
}

export interface RecoveryCodeTable {
  hash: Buffer;
  account_id: string;
  created_at: MadeAt;
}

export interface PasskeyTable {
  id: string;
  account_id: string;
  /** Base64url, as WebAuthn names it. */
  credential_id: string;
  public_key: Buffer;
  /** A bigint, as text. */
  counter: string;
  transports: string[];
  name: string;
  created_at: MadeAt;
  last_used_at: Time | null;
}

export interface PasskeyChallengeTable {
  hash: Buffer;
  /** Null for a sign-in. */
  account_id: string | null;
  expires_at: Time;
}

export interface MailCodeTable {
  hash: Buffer;
  account_id: string;
  purpose: 'activate' | 'reset' | 'change';
  /** Of `change`: the new address. */
  email: string | null;
  created_at: MadeAt;
  expires_at: Time;
  used_at: Time | null;
}

export interface WelcomedMailboxTable {
  hash: Buffer;
  created_at: MadeAt;
}

export interface ConsentTable {
  id: string;
  account_id: string;
  subject: 'face' | 'swap';
  subject_id: string;
  text: string;
  given_at: MadeAt;
}

export interface IdempotencyTable {
  scope: string;
  key: string;
  call: string;
  body_hash: string;
  /** Null while the call runs. */
  answer: JSONColumnType<object> | null;
  claim: string | null;
  claimed_until: Time | null;
  created_at: MadeAt;
}
