/** Depends on zod only; runs in browsers and Node. */
export * from './calls';
export * from './errors';
export * from './envelope';
export type { Call, KeyScope } from './define';
export * as rules from './rules';
export * from './consents';
export { faceConsent } from './calls/faces';
export { swapConsent } from './calls/swaps';
export type { Passkey, Session, SignedInDevice, User, UserStatus } from './shapes/account';
export type { Face, FacePhoto, Material, Person } from './shapes/media';
export type { ModerationDecision } from './shapes/moderation';
export * from './methods';
export * from '#shared/add-periods';
export { paymentStatus } from './shapes/money';
export type { CreditEntry, Invoice, OfferedMethod, Payment, Product } from './shapes/money';
export { isFinished } from './finished';
export { integrationLimits } from './integration-limits';
export { batchLimits } from './batch-limits';
export { shareLimits } from './share-limits';
export type { Share, SharedResult } from './shapes/share';
export {
  webhookEvent,
  webhookHeaders,
  type ApiKey,
  type TaskEventType,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEvent,
  type WebhookEventType,
} from './shapes/integration';
export type { Batch, MaterialQuality, Order, Quality, Task, TaskStatus, Tool } from './shapes/work';
