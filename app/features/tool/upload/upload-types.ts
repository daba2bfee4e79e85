import type { Output } from '#contract/calls';
import type { Material } from '#contract/index';

export type SignedUpload = Output<'upload_sign_url'>;

export interface UploadControl {
  /** Null if too small to pause. */
  pause: (() => void) | null;
  resume: () => void;
}

export interface UploadProgress {
  state: 'sending';
  name: string;
  kind: Material['kind'];
  /** Object URL of the file. */
  preview: string;
  sentBytes: number;
  totalBytes: number;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
  isLarge: boolean;
  /** `reconnecting`: retries follow. */
  phase: 'sending' | 'paused' | 'reconnecting';
  control: UploadControl | null;
}

/** Of an upload's signal. What has arrived stays, and the same file continues it; any other reason deletes it. */
export type LeaveReason = 'left';

export const isLeft = ({ reason }: AbortSignal) => reason === ('left' satisfies LeaveReason);

/** Why the page does not take a file. */
export interface FileRefusal {
  message: string;
  /** If it is only the number of pixels: makes a copy that the page takes. */
  makeSmallerCopy?: () => Promise<File>;
}

export type UploadState = { state: 'idle' } | { state: 'refused'; refusal: FileRefusal } | UploadProgress;

export const serverFailedMessage = 'The server could not take the file. Please choose it again in a moment.';

/** The storage's error message, or a default. */
export function storageErrorMessage(reply: string): string {
  try {
    return (JSON.parse(reply) as { message: string }).message;
  } catch {
    return 'The file could not be stored. Please try again.';
  }
}
