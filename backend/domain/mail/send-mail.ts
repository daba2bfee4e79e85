import { sql } from 'kysely';
import type { JobPayloads, MailKind } from '#backend/queue/port';
import type { Mailer } from '#backend/providers/mail/port';
import { issueCode } from '#backend/domain/account/mail-codes';
import type { AppContext } from '#backend/domain/context';
import { htmlOf, textOf, type Message } from './layout';
import * as integration from './integration-messages';
import * as messages from './messages';
import * as money from './money-messages';
import * as security from './security-messages';
import { swapEnded } from './swap-ended';

export interface MailContext extends AppContext {
  mailer: Mailer;
  siteUrl: string;
}

interface Recipient {
  id: string;
  email: string;
  email_verified_at: Date | null;
  password_hash: string | null;
}

/** Chosen here: the queueing call behaves the same for every address, and no job holds a code. */
export async function sendMail(
  deps: MailContext,
  { mail, email, order_id, account_id }: JobPayloads['send_mail'],
): Promise<'sent' | 'skipped'> {
  const recipient = account_id ? await newMailbox(deps, account_id, email) : await recipientOf(deps, mail, email);
  const message = recipient && (await messageFor(deps, mail, recipient, order_id));
  if (!message) return 'skipped';
  const { subject } = message;
  await deps.mailer.send({ to: recipient.email, subject, html: htmlOf(message), text: textOf(message) });
  return 'sent';
}

async function recipientOf({ db }: MailContext, mail: MailKind, email: string): Promise<Recipient | undefined> {
  if (['account_deleted', 'address_changed', 'face_blocked', 'face_unblocked'].includes(mail))
    return { id: '', email, email_verified_at: null, password_hash: null };
  return accounts(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** An address that the account does not have yet. */
async function newMailbox({ db }: MailContext, accountId: string, email: string): Promise<Recipient | undefined> {
  const account = await accounts(db).where('id', '=', accountId).executeTakeFirst();
  return account && { ...account, email };
}

const accounts = (db: MailContext['db']) =>
  db.selectFrom('account').select(['id', 'email', 'email_verified_at', 'password_hash']);

async function addressChange(deps: MailContext, { id, email }: Recipient, link: Link): Promise<Message | null> {
  const owner = await recipientOf(deps, 'address_change', email);
  if (owner?.id === id) return null;
  if (owner) return messages.addressChangeTaken(link('login'));
  return messages.addressChange(link('my/account/email', await issueCode(deps, id, 'change', email)));
}

type Link = (path: string, code?: string) => string;

async function messageFor(
  deps: MailContext,
  mail: MailKind,
  recipient: Recipient,
  orderId = '',
): Promise<Message | null> {
  const link: Link = (path, code) =>
    new URL(path + (code ? `?code=${code}` : ''), `${deps.siteUrl.replace(/\/$/, '')}/`).href;
  const isConfirmed = recipient.email_verified_at !== null;
  const activation = async () => messages.activation(link('activate', await issueCode(deps, recipient.id, 'activate')));
  const resetLink = async () => link('password-reset', await issueCode(deps, recipient.id, 'reset'));
  switch (mail) {
    case 'registration':
      if (isConfirmed) return messages.addressTaken(link('login'));
      return recipient.password_hash ? activation() : messages.signedUpTwice(await resetLink());
    case 'activation':
      return isConfirmed ? null : activation();
    case 'reset':
      return messages.reset(await resetLink());
    case 'password_changed':
      return messages.passwordChanged(link('password-reset'));
    case 'address_change':
      return addressChange(deps, recipient, link);
    case 'address_change_asked':
      return messages.addressChangeAsked(link('password-reset'));
    case 'address_changed':
      return messages.addressChanged(link('contact'));
    case 'sign_in_locked':
      return messages.signInLocked(link('password-reset'));
    case 'google_connected':
      return messages.googleConnected(link('my/account'));
    case 'codes_turned_on':
      return security.codesTurnedOn(link('my/account'));
    case 'codes_turned_off':
      return security.codesTurnedOff(link('my/account'));
    case 'recovery_codes_renewed':
      return security.recoveryCodesRenewed(link('my/account'));
    case 'recovery_code_used':
      return security.recoveryCodeUsed(link('my/account'));
    case 'data_exported':
      return security.dataExported(link('my/account'));
    case 'passkey_added':
      return security.passkeyAdded(link('my/account/passkeys'));
    case 'passkey_removed':
      return security.passkeyRemoved(link('my/account/passkeys'));
    case 'second_steps_removed':
      return security.secondStepsRemoved(link('my/account'));
    case 'api_key_created':
      return integration.apiKeyCreated(link('my/api'));
    case 'webhook_disabled':
      return integration.webhookDisabled(link('my/api/webhooks'));
    case 'account_deleted':
      return messages.accountDeleted(link('contact'));
    case 'receipt':
      return money.receipt(link('my/credits'));
    case 'payment_failed':
      return money.paymentFailed(link('my/credits'));
    case 'subscription_cancelled':
      return money.subscriptionCancelled(link('my/credits'));
    case 'subscription_surplus':
      return money.subscriptionSurplus(link('my/credits'));
    case 'refunded':
      return money.refunded(link('my/credits'));
    case 'refund_declined':
      return money.refundDeclined(link('contact'));
    case 'media_removed':
      return messages.mediaRemoved(link('contact'));
    case 'content_allowed':
      return messages.contentAllowed(link('my/account/decisions'));
    case 'content_upheld':
      return messages.contentUpheld(link('my/account/decisions'));
    case 'face_blocked':
      return messages.faceBlocked(link('contact'));
    case 'face_unblocked':
      return messages.faceUnblocked(link('contact'));
    case 'swap_ended':
      return swapEnded(deps, { accountId: recipient.id, orderId, url: link(`creation_detail?order_id=${orderId}`) });
    case 'subscription_suspended':
      return money.subscriptionSuspended(link('contact'));
    case 'subscription_ended':
      return money.subscriptionEnded(link('pricing'));
  }
}
