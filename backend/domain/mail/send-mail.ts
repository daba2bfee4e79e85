import { sql } from 'kysely';
import type { JobPayloads, MailKind } from '#backend/queue/port';
import type { Mailer } from '#backend/providers/mail/port';
import { inTransaction } from '#backend/db/connect';
import { emptySignUp } from '#backend/domain/account/empty-sign-up';
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

type Link = (path: string, code?: string) => string;

/** Mails that need more than a link. */
type OwnMail = 'registration' | 'activation' | 'reset' | 'address_change' | 'swap_ended';

/** With a link to a page alone. */
const linked: Record<Exclude<MailKind, OwnMail>, [message: (url: string) => Message, path: string]> = {
  password_changed: [messages.passwordChanged, 'password-reset'],
  sign_in_locked: [messages.signInLocked, 'password-reset'],
  address_change_asked: [messages.addressChangeAsked, 'password-reset'],
  address_changed: [messages.addressChanged, 'contact'],
  google_connected: [messages.googleConnected, 'my/account'],
  google_added: [security.googleAdded, 'my/account'],
  google_disconnected: [security.googleDisconnected, 'my/account'],
  codes_turned_on: [security.codesTurnedOn, 'my/account'],
  codes_turned_off: [security.codesTurnedOff, 'my/account'],
  recovery_codes_renewed: [security.recoveryCodesRenewed, 'my/account'],
  recovery_code_used: [security.recoveryCodeUsed, 'my/account'],
  second_steps_removed: [security.secondStepsRemoved, 'my/account'],
  data_exported: [security.dataExported, 'my/account'],
  passkey_added: [security.passkeyAdded, 'my/account/passkeys'],
  passkey_removed: [security.passkeyRemoved, 'my/account/passkeys'],
  api_key_created: [integration.apiKeyCreated, 'my/api'],
  webhook_disabled: [integration.webhookDisabled, 'my/api/webhooks'],
  account_deleted: [messages.accountDeleted, 'contact'],
  receipt: [money.receipt, 'my/credits'],
  payment_failed: [money.paymentFailed, 'my/credits'],
  subscription_cancelled: [money.subscriptionCancelled, 'my/credits'],
  subscription_surplus: [money.subscriptionSurplus, 'my/credits'],
  subscription_suspended: [money.subscriptionSuspended, 'contact'],
  subscription_ended: [money.subscriptionEnded, 'pricing'],
  refunded: [money.refunded, 'my/credits'],
  refund_declined: [money.refundDeclined, 'contact'],
  media_removed: [messages.mediaRemoved, 'contact'],
  content_allowed: [messages.contentAllowed, 'my/account/decisions'],
  content_upheld: [messages.contentUpheld, 'my/account/decisions'],
  face_blocked: [messages.faceBlocked, 'contact'],
  face_unblocked: [messages.faceUnblocked, 'contact'],
};

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

async function messageFor(
  deps: MailContext,
  mail: MailKind,
  recipient: Recipient,
  orderId = '',
): Promise<Message | null> {
  const { id, email_verified_at, password_hash } = recipient;
  const link: Link = (path, code) =>
    new URL(path + (code ? `?code=${code}` : ''), `${deps.siteUrl.replace(/\/$/, '')}/`).href;
  const withCode = async (purpose: 'activate' | 'reset', message: (url: string) => Message) => {
    const code = await codeForAddress(deps, recipient, purpose);
    return code ? message(link(codePages[purpose], code)) : null;
  };
  switch (mail) {
    case 'registration':
      if (email_verified_at) return messages.addressTaken(link('login'));
      return password_hash ? withCode('activate', messages.activation) : withCode('reset', messages.signedUpTwice);
    case 'activation':
      return email_verified_at ? null : withCode('activate', messages.activation);
    case 'reset':
      return withCode('reset', messages.reset);
    case 'address_change':
      return addressChange(deps, recipient, link);
    case 'swap_ended':
      return swapEnded(deps, { accountId: id, orderId, url: link(`creation_detail?order_id=${orderId}`) });
    default: {
      const [message, path] = linked[mail];
      return message(link(path));
    }
  }
}

const codePages = { activate: 'activate', reset: 'password-reset' } as const;

/** Null once the account has another address: the reader of the old one must get no link to it. */
function codeForAddress(
  deps: MailContext,
  { id, email }: Recipient,
  purpose: 'activate' | 'reset',
): Promise<string | null> {
  return inTransaction(deps.db, async (trx) => {
    const account = await trx
      .selectFrom('account')
      .select('email')
      .where('id', '=', id)
      .forNoKeyUpdate() // a change of the address waits, or has happened
      .executeTakeFirst();
    return account?.email === email ? issueCode({ ...deps, db: trx }, id, purpose) : null;
  });
}

async function addressChange(deps: MailContext, { id, email }: Recipient, link: Link): Promise<Message | null> {
  const owner = await recipientOf(deps, 'address_change', email);
  if (owner?.id === id) return null;
  if (owner && owner.id !== (await emptySignUp(deps.db, email))) return messages.addressChangeTaken(link('login'));
  const url = link('my/account/email', await issueCode(deps, id, 'change', email));
  return messages.addressChange(url, { endsSignUp: owner !== undefined });
}
