import type { MessagePort } from 'node:worker_threads';
import type { EngineErrorCode } from '#engine/errors';
import type { FileStamp, StampedFile } from '#engine/neural/packs/types';
import type { Device } from './devices';

/** A net that the host may load. */
export interface NetFile {
  readonly id: string;
  readonly file: string;
  /** Of the file whose checksum was compared. */
  readonly stamp: FileStamp;
  readonly data?: readonly StampedFile[];
  readonly memoryMB: number;
}

export interface HostSettings {
  readonly nets: readonly NetFile[];
  readonly device: Device;
  /** Per net, on the processor. */
  readonly threads: number;
  /** Of all loaded nets together. */
  readonly memoryMB: number;
}

/** From the process that starts the host. */
export type HostCommand =
  | { readonly kind: 'configure'; readonly settings: HostSettings }
  | { readonly kind: 'connect'; readonly port: MessagePort }
  /** Drops what waits, and ends the thread after the current run. */
  | { readonly kind: 'end' };

export interface PlacedTensor {
  readonly name: string;
  readonly type: 'float32' | 'float64';
  /** Bytes. */
  readonly at: number;
  /** Numbers. */
  readonly length: number;
  readonly dims: readonly number[];
  readonly optional: boolean;
}

/** Tensors lie in `memory`; the answer is written there, too. */
export interface RunRequest {
  readonly id: number;
  readonly net: string;
  readonly memory: SharedArrayBuffer;
  readonly inputs: readonly PlacedTensor[];
  readonly output: { readonly name?: string; readonly at: number; readonly length: number };
}

export interface RunReply {
  readonly id: number;
  readonly error?: { readonly code: EngineErrorCode; readonly message: string };
}
