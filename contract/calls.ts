import type { z } from 'zod/v4';
import { accountCalls } from './calls/account';
import { apiKeyCalls } from './calls/api-keys';
import { batchCalls } from './calls/batches';
import { credentialsCalls } from './calls/credentials';
import { creditCalls } from './calls/credits';
import { exportCalls } from './calls/exports';
import { faceCalls } from './calls/faces';
import { feedbackCalls } from './calls/feedback';
import { identityCalls } from './calls/identity';
import { libraryCalls } from './calls/library';
import { moderationCalls } from './calls/moderation';
import { paymentCalls } from './calls/payments';
import { previewCalls } from './calls/preview';
import { recoveryCalls } from './calls/recovery';
import { passkeyCalls } from './calls/passkeys';
import { secondStepCalls } from './calls/second-step';
import { sessionCalls } from './calls/session';
import { shareCalls } from './calls/shares';
import { swapCalls } from './calls/swaps';
import { uploadCalls } from './calls/uploads';
import { webhookCalls } from './calls/webhooks';

export const areas = {
  session: sessionCalls,
  recovery: recoveryCalls,
  identity: identityCalls,
  account: accountCalls,
  secondStep: secondStepCalls,
  passkeys: passkeyCalls,
  faces: faceCalls,
  uploads: uploadCalls,
  swaps: swapCalls,
  batches: batchCalls,
  shares: shareCalls,
  library: libraryCalls,
  preview: previewCalls,
  exports: exportCalls,
  credentials: credentialsCalls,
  moderation: moderationCalls,
  credits: creditCalls,
  payments: paymentCalls,
  feedback: feedbackCalls,
  apiKeys: apiKeyCalls,
  webhooks: webhookCalls,
};

export const calls = {
  ...sessionCalls,
  ...recoveryCalls,
  ...identityCalls,
  ...accountCalls,
  ...secondStepCalls,
  ...passkeyCalls,
  ...faceCalls,
  ...uploadCalls,
  ...swapCalls,
  ...batchCalls,
  ...shareCalls,
  ...libraryCalls,
  ...previewCalls,
  ...exportCalls,
  ...credentialsCalls,
  ...moderationCalls,
  ...creditCalls,
  ...paymentCalls,
  ...feedbackCalls,
  ...apiKeyCalls,
  ...webhookCalls,
};

export type Areas = typeof areas;
export type AreaName = keyof Areas;
export type Calls = typeof calls;
export type CallName = keyof Calls;

/** Before parsing: defaults optional, text forms allowed. */
export type Input<N extends CallName> = z.input<Calls[N]['input']>;
export type Parsed<N extends CallName> = z.output<Calls[N]['input']>;
export type Output<N extends CallName> = z.output<Calls[N]['output']>;
