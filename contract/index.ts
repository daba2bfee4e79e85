/** What both sides agree on: every call, schema, error and rule. Imports zod alone and runs anywhere. */
export * from './calls';
export * from './errors';
export * from './envelope';
export type { Call } from './define';
export * as rules from './rules';
export * from './consents';
export { faceConsent } from './calls/faces';
export { swapConsent } from './calls/swaps';
export type { Session, User, UserStatus } from './shapes/account';
export type { Face, Material, Person } from './shapes/media';
export * from './methods';
export * from './periods';
export { paymentStatus, withdrawalConsentText } from './shapes/money';
export type { CreditEntry, Invoice, OfferedMethod, Payment, Product } from './shapes/money';
export { isFinished, type Order, type Task, type TaskStatus, type Tool } from './shapes/work';
