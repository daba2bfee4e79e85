import { z } from 'zod/v4';
import { errorNames } from '../errors';
import { id, time } from '../fields';
import { link, mediaKind, trimInterval } from './media';

export const taskStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'refused']);
export type TaskStatus = z.output<typeof taskStatus>;

/** A piece of work that is polled: a detection or a swap. */
export const task = z.object({
  task_id: id,
  status: taskStatus,
  /** What is being done, for people: `waiting`, `reading`, `finding faces`, `swapping`, `writing`. */
  stage: z.string(),
  /** Percent. */
  progress: z.number().min(0).max(100),
  eta_seconds: z.number().nonnegative().nullable(),
  /** 1 is next; null once it runs. */
  queue_position: z.number().int().positive().nullable(),
  /** When to ask again; it grows while nothing happens. */
  poll_after_ms: z.number().int().nonnegative(),
  error: z.object({ error: z.enum(errorNames), message: z.string() }).nullable(),
});
export type Task = z.output<typeof task>;

/** Person key → the faces to be used for them (several ids are several photos of one identity). */
export const bindings = z.record(z.string(), z.array(id));

/** A creation: one swap that was asked for, and what came of it. */
export const order = z.object({
  order_id: id,
  task_id: id,
  tool_id: z.string(),
  material_id: id.nullable(),
  status: taskStatus,
  /** The upload's name; it stays when the upload is deleted. */
  name: z.string(),
  kind: mediaKind,
  /** Of the result; null for photos and while it is not known. */
  duration_ms: z.number().int().nullable(),
  /** Percent of its task. */
  progress: z.number().min(0).max(100),
  /** Why there is no result, for the user to read. */
  reason: z.string().nullable(),
  /** Credits asked. */
  price: z.number().int().nonnegative(),
  /** Credits taken in the end: the price, or 0 when they came back. */
  credits_charged: z.number().int().nonnegative(),
  bindings,
  result_url: link.nullable(),
  /** The same file, offered for saving under a readable name. */
  download_url: link.nullable(),
  poster_url: link.nullable(),
  /** What the swap was made of, as a browser can show it: the whole of it, of which `trim_interval` is the part kept. */
  before_url: link.nullable(),
  trim_interval: trimInterval.nullable(),
  created_at: time,
  finished_at: time.nullable(),
  expires_at: time,
  /** How the result says that it was made by a machine (EU AI Act, article 50). */
  label: z.object({ visible: z.boolean(), source_type: z.string() }),
});
export type Order = z.output<typeof order>;

export const tool = z.object({
  tool_id: z.string(),
  name: z.string(),
  kinds: z.array(mediaKind),
  /** Credits: a photo or GIF per result, a video per started second. */
  prices: z.object({ photo: z.number().int(), gif: z.number().int(), video_second: z.number().int() }),
});
export type Tool = z.output<typeof tool>;
