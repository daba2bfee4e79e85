import type { JobHelpers } from 'graphile-worker';
import type { Engine } from '#engine';
import type { MailContext } from '#backend/domain/mail/send-mail';
import type { JobOutcome } from '#backend/metrics/jobs';
import type { ContentSigner } from '#backend/providers/credentials/port';

export interface JobContext extends MailContext {
  engine: Engine;
  contentSigner: ContentSigner | null;
  /** Running jobs then return to the queue. */
  stopping: AbortSignal;
}

export type Handler = (payload: unknown, helpers: JobHelpers) => Promise<JobOutcome | void>;
export type Handlers = Record<string, Handler>;
