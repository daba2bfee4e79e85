import type { Output } from '#contract/calls';
import type { Material } from '#contract/index';

/** Where a file goes, as the API signed it. */
export type Signed = Output<'upload_sign_url'>;

/** Pausing and resuming an upload. */
export interface Control {
  /** Null for a file too small to be worth a pause. */
  pause: (() => void) | null;
  resume: () => void;
}

/** An upload in progress. */
export interface Sending {
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
  /** `waiting`: the connection is lost, and is tried again. */
  standing: 'going' | 'paused' | 'waiting';
  control: Control | null;
}

export type UploadState = { state: 'idle' } | { state: 'refused'; message: string } | Sending;

export const connectionLost = 'The connection was lost. Check it, then choose the file again.';

/** The message in a refusal of the storage. */
export function messageIn(reply: string): string {
  try {
    return (JSON.parse(reply) as { message: string }).message;
  } catch {
    return 'The file could not be stored. Please try again.';
  }
}
