import type { Output } from '#contract/calls';
import type { Material } from '#contract/index';

/** Where a file goes, as the API signed it. */
export type SignedUpload = Output<'upload_sign_url'>;

/** Pausing and resuming an upload. */
export interface UploadControl {
  /** Null for a file too small to be worth a pause. */
  pause: (() => void) | null;
  resume: () => void;
}

/** An upload in progress. */
export interface UploadProgress {
  state: 'sending';
  name: string;
  kind: Material['kind'];
  /** The file itself, to be looked at while it goes. */
  preview: string;
  sentBytes: number;
  totalBytes: number;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
  isLarge: boolean;
  /** `reconnecting`: the connection is lost, and is tried again. */
  phase: 'sending' | 'paused' | 'reconnecting';
  control: UploadControl | null;
}

export type UploadState = { state: 'idle' } | { state: 'refused'; message: string } | UploadProgress;

export const connectionLostMessage = 'The connection was lost. Check it, then choose the file again.';

/** The message in a refusal of the storage. */
export function storageErrorMessage(reply: string): string {
  try {
    return (JSON.parse(reply) as { message: string }).message;
  } catch {
    return 'The file could not be stored. Please try again.';
  }
}
