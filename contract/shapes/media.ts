import { z } from 'zod/v4';
import { id, integer, time } from '#contract/fields';
import { facePhotosMax, videoMaxMs } from '#contract/rules';
import { sampleFaceNames } from '#shared/sample-media';

/** Signed and expiring. Absolute, or a path for clients that prefer one. */
export const link = z.string();

export const mediaKind = z.enum(['photo', 'gif', 'video']);
/** Of a list. */
export const mediaFilter = z.enum(['all', ...mediaKind.options]);

const moment = integer({ max: videoMaxMs, what: 'A time in milliseconds' });

/** Milliseconds from the start; the end is exclusive. */
export const trimInterval = z
  .object({ start_ms: moment, end_ms: moment })
  .refine((trim) => trim.end_ms > trim.start_ms, 'The end must come after the start.');

export const materialStatus = z.enum(['uploading', 'probing', 'ready', 'rejected', 'expired']);

export const material = z.object({
  material_id: id,
  kind: mediaKind,
  name: z.string(),
  format: z.string().describe('Extension of the file as it was uploaded, e.g. `mov`.'),
  container: z
    .string()
    .nullable()
    .describe('Format found in the content, e.g. `mp4` for a `.mov` file; null until the file has been read.'),
  size: z.number().int().nonnegative().nullable().describe('Bytes.'),
  width: z.number().int().nullable().describe('Displayed pixels.'),
  height: z.number().int().nullable(),
  duration_ms: z.number().int().nullable(),
  fps: z.number().nullable(),
  has_audio: z.boolean(),
  status: materialStatus,
  reason: z.string().nullable().describe('Why it was rejected, for the user to read.'),
  playable_url: link
    .nullable()
    .describe('What a browser can play: the file itself, or a smaller copy made of it. Null until there is one.'),
  playable_progress: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('Percent, while such a copy is being made; else null.'),
  thumb_url: link.nullable(),
  filmstrip_url: link
    .nullable()
    .describe('Frames at even distances over the whole duration, side by side in one picture; of GIFs and videos.'),
  trim_interval: trimInterval
    .nullable()
    .describe('The part that persons were last looked for in, and that a swap will keep; null for the whole.'),
  created_at: time,
  expires_at: time,
});
export type Material = z.output<typeof material>;

/** Swaps work but may look worse. */
export const faceWarning = z.object({ code: z.string(), message: z.string() });

/** Degrees; 0 looks into the camera. */
const pose = z
  .object({
    yaw: z.number().describe('Of the head turned upright. Positive to the right of the picture.'),
    pitch: z.number().describe('Of the head turned upright. Positive downwards.'),
  })
  .nullable();

export const photoPerson = z.object({
  person: z.string().describe('p1, p2, …: the largest first.'),
  thumb_url: link,
  verdict: z.string().describe('As of the photo.'),
  chosen: z.boolean().describe('Whether this person’s face is used.'),
});

export const facePhoto = z.object({
  photo_id: id,
  url: link,
  thumb_url: link.describe('The face that is used.'),
  width: z.number().int(),
  height: z.number().int(),
  verdict: z
    .string()
    .nullable()
    .describe('How suitable the photo is, e.g. `Sharp, looks ahead`; null for photos that were not assessed.'),
  warnings: z.array(faceWarning),
  pose: pose.describe('Of the face that is used; null for photos that were not assessed.'),
  people: z.array(photoPerson).describe('The people in the photo, if there are several; else empty.'),
  created_at: time,
});
export type FacePhoto = z.output<typeof facePhoto>;

export const face = z.object({
  face_id: id,
  name: z.string().describe('Given by the user; at first `Face 1`, `Face 2`, …, or the name of the sample face.'),
  url: link.describe('The first photo; so are the thumbnail and the sides.'),
  thumb_url: link,
  width: z.number().int(),
  height: z.number().int(),
  photos: z.array(facePhoto).min(1).max(facePhotosMax).describe('Photos of the same person; a swap uses all of them.'),
  pinned: z.boolean(),
  used_in: z.number().int().nonnegative().describe('In how many creations it stands.'),
  sample: z
    .enum(sampleFaceNames)
    .nullable()
    .describe('Name of the sample face that was added; null for a face of a photo.'),
  created_at: time,
});
export type Face = z.output<typeof face>;

/** Displayed pixels. */
const box = () => z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** One entry for all appearances. */
export const person = z.object({
  key: z
    .string()
    .regex(/^p\d+$/)
    .describe('Stable for one detection: p1, p2, … by screen time, then size.'),
  thumb_url: link,
  screen_time_ms: z.number().int().nonnegative(),
  share: z.number().describe('Part of the picture’s area that the face covers, 0 to 1.'),
  first_seen_ms: z.number().int().nonnegative(),
  best_seen_ms: z
    .number()
    .int()
    .nonnegative()
    .describe('When the person is seen as `box` and the thumbnail show them.'),
  spans: z
    .array(z.object({ start_ms: z.number().int().nonnegative(), end_ms: z.number().int().positive() }))
    .describe('When the person is on screen, from the start of the media, in order; empty in photos.'),
  pose: pose.describe('As the person is seen best; null in detections of earlier versions.'),
  frontal_score: z.number().describe('1: looks straight into the camera; 0: a full profile.'),
  box: box().describe('In displayed pixels of the frame in which the person is seen best.'),
  sightings: z
    .array(z.object({ at_ms: z.number().int().nonnegative(), box: box() }))
    .describe(
      'Where the person is on the frames in which some person is seen best, in order of time, so that several persons can be marked on one frame.',
    ),
});
export type Person = z.output<typeof person>;
