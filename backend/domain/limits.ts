import type { RateLimit } from '#backend/providers/limits/port';
import { AppError } from './app-error';
import { networkOf } from './client-network';
import type { AppContext } from './context';

const minute = 60;
const hour = 60 * minute;

/** Generous by address: a school or an office shares one. */
export const limits = {
  signInOfPair: { name: 'sign-in-pair', points: 10, seconds: 15 * minute },
  /** Except networks the account has signed in from; three windows slow down long attacks. */
  signInOfAccount: { name: 'sign-in-account', points: 30, seconds: 15 * minute },
  signInOfAccountHour: { name: 'sign-in-account-hour', points: 60, seconds: hour },
  signInOfAccountDay: { name: 'sign-in-account-day', points: 120, seconds: 24 * hour },
  lockedMail: { name: 'locked-mail', points: 1, seconds: hour },
  /** From one network, over all accounts. */
  signInFromAddress: { name: 'sign-in-address', points: 100, seconds: 15 * minute },
  registerOfAddress: { name: 'register-email', points: 10, seconds: hour },
  registrationMail: { name: 'registration-mail', points: 1, seconds: minute },
  registerFromAddress: { name: 'register-address', points: 60, seconds: hour },
  mailToAddress: { name: 'mail-email', points: 5, seconds: hour },
  noticeToAddress: { name: 'notice-email', points: 30, seconds: hour },
  mailFromAddress: { name: 'mail-address', points: 60, seconds: hour },
  previewOfAccount: { name: 'preview-account', points: 120, seconds: hour },
  exportOfAccount: { name: 'export-account', points: 120, seconds: hour },
  uploadOfAccount: { name: 'upload-account', points: 300, seconds: hour },
  faceOfAccount: { name: 'face-account', points: 120, seconds: hour },
  faceChangeOfAccount: { name: 'face-change-account', points: 600, seconds: hour },
  libraryChangeOfAccount: { name: 'library-change-account', points: 1200, seconds: hour },
  /** A repeated request for an interval is not counted. */
  detectionOfAccount: { name: 'detection-account', points: 300, seconds: hour },
  reportFromAddress: { name: 'report-address', points: 60, seconds: hour },
  feedbackFromAddress: { name: 'feedback-address', points: 30, seconds: hour },
  attachmentFromAddress: { name: 'attachment-address', points: 60, seconds: hour },
  takedownFromAddress: { name: 'takedown-address', points: 30, seconds: hour },
  checkFromAddress: { name: 'check-address', points: 120, seconds: 10 * minute },
  /** A video player requests several ranges. */
  sharedFromAddress: { name: 'shared-address', points: 1200, seconds: 10 * minute },
  sharedOfLink: { name: 'shared-link', points: 20_000, seconds: hour },
  passwordOfSession: { name: 'password-session', points: 10, seconds: 15 * minute },
  /** 6 digits, of which three are valid at a time: 50 a day guess one in 6,600 accounts. */
  codeOfAccount: { name: 'code-account', points: 10, seconds: 15 * minute },
  codeOfAccountDay: { name: 'code-account-day', points: 50, seconds: 24 * hour },
  /** For one account from one network. 80 random bits cannot be guessed. */
  recoveryOfPair: { name: 'recovery-pair', points: 10, seconds: hour },
  passkeyFromAddress: { name: 'passkey-address', points: 300, seconds: 15 * minute },
  dataExportOfAccount: { name: 'data-export-account', points: 10, seconds: hour },
  appealOfAccount: { name: 'appeal-account', points: 30, seconds: hour },
  /**
   * The audit log keeps a row of each change for a year. Revoking, deleting and signing out are not limited: an attacker with a
   * stolen session could use up the limit, and the owner could not act.
   */
  webhookChangeOfAccount: { name: 'webhook-change-account', points: 120, seconds: hour },
  shareOfAccount: { name: 'share-account', points: 600, seconds: hour },
  passwordChangeOfAccount: { name: 'password-change-account', points: 20, seconds: hour },
  /** Payments are kept without limit. */
  purchaseOfAccount: { name: 'purchase-account', points: 60, seconds: hour },
  /** Of the provider, about a payment that is open. */
  paymentCheckOfAccount: { name: 'payment-check-account', points: 300, seconds: hour },
  /** Webhooks of payment providers that are refused: for each in PayPal's name, the site asks PayPal about the signature. */
  refusedEventFromAddress: { name: 'refused-event-address', points: 300, seconds: 15 * minute },
  callsOfApiKey: { name: 'api-key', points: 600, seconds: minute },
  webhookSendsOfAccount: { name: 'webhook-send', points: 60, seconds: hour },
} satisfies Record<string, RateLimit>;

type Counting = Pick<AppContext, 'limits' | 'audit' | 'clientAddress'>;

/**
 * @param messageFor gets the formatted wait
 * @param onFirstRefusal called once each time a key runs out of points
 * @throws AppError `too_many_requests`
 */
export async function consumeRateLimit(
  { limits: counts, audit, clientAddress }: Counting,
  limit: RateLimit,
  key: string | undefined,
  messageFor: (wait: string) => string = (wait) => `Too many attempts. Wait ${wait}, then try again.`,
  onFirstRefusal: () => Promise<void> = async () => {},
): Promise<void> {
  if (!key) return;
  const { waitMs, isFirstRefusal } = await counts.consume(limit, key);
  if (waitMs === 0) return;
  if (isFirstRefusal) {
    await audit.record({ event: 'refused', clientAddress, detail: limit.name });
    await onFirstRefusal();
  }
  throw new AppError('too_many_requests', {
    message: messageFor(formatWait(waitMs)),
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

export const networkKey = ({ clientAddress }: Pick<AppContext, 'clientAddress'>) =>
  clientAddress ? networkOf(clientAddress) : undefined;

export function formatWait(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return '1 minute';
  if (minutes < 90) return `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
}
