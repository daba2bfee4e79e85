import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MadeAt, Time } from './columns';

export type TaskStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'refused';

export interface StoredPerson {
  key: string;
  thumb_key: string;
  screen_time_ms: number;
  share: number;
  first_seen_ms: number;
  /** Missing in older detections. */
  best_seen_ms?: number;
  sightings?: { at_ms: number; box: { x: number; y: number; width: number; height: number } }[];
  spans?: { start_ms: number; end_ms: number }[];
  frontal_score: number;
  /** Degrees; missing in older detections. */
  pose?: { yaw: number; pitch: number };
  box: { x: number; y: number; width: number; height: number };
}

export interface TaskTable {
  id: string;
  account_id: string;
  kind: 'probe' | 'playable' | 'detection' | 'swap' | 'preview' | 'export';
  material_id: string | null;
  status: Generated<TaskStatus>;
  stage: Generated<string>;
  progress: Generated<number>;
  error: string | null;
  message: string | null;
  trim_start_ms: number | null;
  trim_end_ms: number | null;
  persons: JSONColumnType<StoredPerson[]> | null;
  bindings: JSONColumnType<Record<string, string[]>> | null;
  quality: Generated<string>;
  preview_key: string | null;
  /** The original's frame; null for photos. */
  preview_before_key: string | null;
  work: string | null;
  work_units: number | null;
  expected_ms: number | null;
  mail_when_done: Generated<boolean>;
  created_at: MadeAt;
  started_at: Time | null;
  finished_at: Time | null;
}

export interface CreationTable {
  id: string;
  account_id: string;
  task_id: string;
  /** Follows the status of the task: a trigger. */
  state: Generated<'working' | 'done' | 'ended'>;
  tool_id: string;
  material_id: string | null;
  name: string;
  kind: 'photo' | 'gif' | 'video';
  quality: Generated<string>;
  quality_name: Generated<string>;
  price: number;
  bindings: JSONColumnType<Record<string, string[]>>;
  result_key: string | null;
  result_sha256: string | null;
  /** 64-bit integers. */
  fingerprints: Generated<string[]>;
  poster_key: string | null;
  label_visible: boolean;
  source_type: string;
  /** Of creations that were ordered together. */
  batch_id: string | null;
  /** As of materials. */
  deletion_id: string | null;
  created_at: MadeAt;
  expires_at: Time;
}

/** What a worker can run beside the quality `mesh`; `seen_at` is renewed while it runs. */
export interface WorkerQualityTable {
  worker_id: string;
  quality: string;
  name: string;
  kinds: JSONColumnType<('photo' | 'gif' | 'video')[]>;
  price_factor: number;
  seen_at: ColumnType<Date, Date | undefined, Date>;
}

/** Tokens, as SHA-256. */
export interface ShareTable {
  id: string;
  account_id: string;
  creation_id: string;
  hash: Buffer;
  created_at: MadeAt;
  expires_at: Time;
}

/** While a long video is swapped: what other workers need to render segments of it. */
export interface SharedSwapTable {
  task_id: string;
  account_id: string;
  /** Of the frames; changes with the order's faces or the engine's version. */
  fingerprint: string;
  tracks_key: string;
  spec_key: string;
  created_at: MadeAt;
}

export interface SharedSegmentTable {
  task_id: string;
  segment: number;
  account_id: string;
  first_frame: number;
  /** Exclusive; null: to the end. */
  end_frame: number | null;
  /** `owner`, or the id of a helper's attempt. */
  claimed_by: string | null;
  lease_until: Time | null;
  failures: Generated<number>;
  /** Of a complete segment made by a helper. */
  file_key: string | null;
  made: JSONColumnType<{
    bytes: number;
    frames: number;
    ticks: number;
    clock: { num: number; den: number };
  }> | null;
}

export interface WantedExport {
  format: 'jpg' | 'png' | 'webp' | 'gif' | 'mp4' | 'before_after';
  /** Pixels; null for the result's own. */
  short_side: number | null;
  sound: boolean;
  at_ms: number;
}

export interface CreationExportTable {
  id: string;
  account_id: string;
  creation_id: string;
  task_id: string;
  wanted: JSONColumnType<WantedExport>;
  file_key: string | null;
  /** Bytes. */
  size: number | null;
  created_at: MadeAt;
}
