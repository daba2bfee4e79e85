import type {
  AccountTable,
  IdentityTable,
  AuditEventTable,
  RateLimitTable,
  AccessTokenTable,
  MailCodeTable,
  OneTimeSecretTable,
  RecoveryCodeTable,
  PasskeyTable,
  PasskeyChallengeTable,
  WelcomedMailboxTable,
  ConsentTable,
  IdempotencyTable,
} from './account-types';
import type { MaterialTable, FaceTable, FacePhotoTable, FaceExaminationTable, DeletionTable } from './media-types';
import type {
  FeedbackTable,
  FeedbackAttachmentTable,
  FailedEventTable,
  BlockedFaceTable,
  TakedownCaseTable,
  BlockedFileTable,
  BlockedFingerprintTable,
  ModerationTable,
} from './site-types';
import type { WalletTable, CreditEntryTable } from './wallet-types';
import type {
  TaskTable,
  CreationTable,
  ShareTable,
  CreationExportTable,
  SharedSegmentTable,
  SharedSwapTable,
  WorkerQualityTable,
} from './work-types';
import type { IntegrationTables } from './integration-types';
import type { PaymentTables } from './payment-types';

export type * from './account-types';
export type * from './media-types';
export type * from './site-types';
export type * from './wallet-types';
export type * from './work-types';
export type { InvoiceTerms } from './payment-types';

export interface Database extends PaymentTables, IntegrationTables {
  account: AccountTable;
  access_token: AccessTokenTable;
  identity: IdentityTable;
  audit_event: AuditEventTable;
  rate_limit: RateLimitTable;
  mail_code: MailCodeTable;
  one_time_secret: OneTimeSecretTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  wallet: WalletTable;
  welcomed_mailbox: WelcomedMailboxTable;
  credit_entry: CreditEntryTable;
  material: MaterialTable;
  face: FaceTable;
  face_photo: FacePhotoTable;
  consent: ConsentTable;
  task: TaskTable;
  creation: CreationTable;
  share: ShareTable;
  creation_export: CreationExportTable;
  shared_swap: SharedSwapTable;
  shared_segment: SharedSegmentTable;
  worker_quality: WorkerQualityTable;
  deletion: DeletionTable;
  feedback: FeedbackTable;
  feedback_attachment: FeedbackAttachmentTable;
  failed_event: FailedEventTable;
  blocked_face: BlockedFaceTable;
  takedown_case: TakedownCaseTable;
  blocked_file: BlockedFileTable;
  blocked_fingerprint: BlockedFingerprintTable;
  moderation: ModerationTable;
  face_examination: FaceExaminationTable;
  idempotency: IdempotencyTable;
}
