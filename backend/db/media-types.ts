import type { Generated, JSONColumnType } from 'kysely';
import type { MadeAt, Time } from './columns';

export type MaterialStatus = 'uploading' | 'probing' | 'ready' | 'rejected' | 'expired';

export interface MaterialTable {
  id: string;
  account_id: string;
  kind: 'photo' | 'gif' | 'video';
  name: string;
  format: string;
  /** Detected; null until probed. */
  container: string | null;
  size: number | null;
  sha256: string | null;
  /** 64-bit integers. */
  fingerprints: Generated<string[]>;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  fps: number | null;
  has_audio: Generated<boolean>;
  status: Generated<MaterialStatus>;
  reason: string | null;
  refusal: string | null;
  file_key: string;
  thumb_key: string | null;
  playable_key: string | null;
  filmstrip_key: string | null;
  trim_start_ms: number | null;
  trim_end_ms: number | null;
  /** Of an open link; null for our own files. */
  granted_bytes: number | null;
  grant_expires_at: Time | null;
  /** Hidden from the owner while the deletion can be undone. */
  deletion_id: string | null;
  created_at: MadeAt;
  expires_at: Time;
}

export interface FaceTable {
  id: string;
  account_id: string;
  name: string;
  /** Null for a user's photo. */
  sample: string | null;
  pinned_at: Time | null;
  /** Hidden from the owner while the deletion can be undone. */
  deletion_id: string | null;
  created_at: MadeAt;
}

export interface StoredPhotoPerson {
  person: string;
  /** Point in the face, shares of width and height. */
  at: { x: number; y: number };
  thumb_key: string;
  verdict: string;
  warnings: { code: string; message: string }[];
  /** Degrees; missing in older photos. */
  pose?: { yaw: number; pitch: number };
}

/** The oldest photo of a face is its first. */
export interface FacePhotoTable {
  id: string;
  face_id: string;
  account_id: string;
  file_key: string;
  thumb_key: string;
  sha256: string | null;
  width: number;
  height: number;
  /** Null for older photos and samples: the largest face is used. */
  person: string | null;
  people: JSONColumnType<StoredPhotoPerson[]> | null;
  created_at: MadeAt;
}

export interface FaceExaminationTable {
  id: string;
  /** Null for a new face. */
  face_id: string | null;
  account_id: string;
  incoming_key: string;
  file_key: string;
  thumb_key: string;
  /** Null until the photo has arrived. */
  sha256: string | null;
  answer: JSONColumnType<object> | null;
  created_at: MadeAt;
}

export interface DeletionTable {
  id: string;
  account_id: string;
  kind: 'creation' | 'material' | 'face';
  count: number;
  undo_until: Time;
  erase_at: Time;
  created_at: MadeAt;
}
