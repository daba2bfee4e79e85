import type { z } from 'zod/v4';
import { nothing } from '#contract/fields';
import * as account from '#contract/shapes/account';
import * as integration from '#contract/shapes/integration';
import * as lists from '#contract/shapes/lists';
import * as media from '#contract/shapes/media';
import * as moderation from '#contract/shapes/moderation';
import * as money from '#contract/shapes/money';
import * as shares from '#contract/shapes/share';
import * as work from '#contract/shapes/work';

/** Other answers are named after their call. */
export const namedShapes: Record<string, z.ZodType> = {
  Empty: nothing,
  User: account.user,
  Session: account.session,
  SignedInDevice: account.signedInDevice,
  Passkey: account.passkey,
  Face: media.face,
  FacePhoto: media.facePhoto,
  PhotoPerson: media.photoPerson,
  FaceWarning: media.faceWarning,
  Material: media.material,
  MaterialKind: media.mediaKind,
  MaterialStatus: media.materialStatus,
  Person: media.person,
  TrimInterval: media.trimInterval,
  Task: work.task,
  TaskStatus: work.taskStatus,
  Detection: work.detection,
  Bindings: work.bindings,
  Order: work.order,
  Batch: work.batch,
  Tool: work.tool,
  Deletion: lists.deletion,
  Share: shares.share,
  SharedResult: shares.sharedResult,
  ModerationDecision: moderation.moderationDecision,
  Money: money.money,
  Product: money.product,
  ProductType: money.productType,
  PaymentMethod: money.offeredMethod,
  Payment: money.payment,
  PaymentStatus: money.paymentStatus,
  Invoice: money.invoice,
  Checkout: money.checkout,
  CreditEntry: money.creditEntry,
  ApiKey: integration.apiKey,
  WebhookEndpoint: integration.webhookEndpoint,
  WebhookAttempt: integration.webhookAttempt,
  WebhookDelivery: integration.webhookDelivery,
  WebhookTask: integration.webhookTask,
  WebhookEvent: integration.webhookEvent,
};
