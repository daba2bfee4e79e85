import { z } from 'zod/v4';
import { templateNames } from '#engine/neural/templates';
import { packTypes } from './types';

/** Also names of folders. */
export const packId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/, 'Use a–z, 0–9, "_", "-" and ".", starting with a letter or digit.');

/** Without folders. */
const fileName = z
  .string()
  .regex(/^[\w][\w.@+ -]{0,199}$/, 'Give the name of a file beside pack.json, without a folder.')
  .refine((name) => !name.includes('..'), 'Give the name of a file beside pack.json, without a folder.');

export const sha256 = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'Give 64 hexadecimal digits.');

const side = z.int().min(16).max(4096);
const triple = z.tuple([z.number(), z.number(), z.number()]);
const layout = z.enum(['nchw', 'nhwc']);
const channels = z.enum(['rgb', 'bgr']);

const licence = z.strictObject({
  /** As the publisher calls it. */
  id: z.string().min(1).max(200),
  url: z.url().optional(),
  commercial: z.boolean(),
  accepted: z
    .strictObject({
      by: z.string().min(1).max(200),
      at: z.iso.datetime(),
      /** The contract or permission that allows commercial use. */
      grant: z.string().min(1).max(2000).optional(),
    })
    .optional(),
});

/**
 * pack.json. Absent fields mean the type's own values; names are needed where an export differs from them. `source.take`:
 * `latent` multiplies by the net's own matrix, `unit` has length 1, `raw` is the recogniser's output.
 */
export const packManifest = z.strictObject({
  format: z.literal(1),
  id: packId,
  type: z.enum(packTypes),
  name: z.string().min(1).max(100),
  vendor: z.string().max(100).optional(),
  file: fileName,
  bytes: z.int().positive().optional(),
  sha256,
  /** Files with external tensors, each with its checksum. */
  data: z
    .array(z.strictObject({ file: fileName, sha256 }))
    .max(8)
    .optional(),
  origin: z.string().max(2000).optional(),
  licence,
  input: z
    .strictObject({
      target: z.strictObject({ name: z.string(), layout, channels }).partial().optional(),
      source: z
        .strictObject({ name: z.string(), take: z.enum(['latent', 'unit', 'raw', 'picture']), size: side })
        .partial()
        .optional(),
      weight: z.strictObject({ name: z.string() }).partial().optional(),
    })
    .optional(),
  output: z.strictObject({ name: z.string(), layout, channels, denormalise: z.boolean() }).partial().optional(),
  /** Pixels of the square crop. */
  size: side.optional(),
  template: z.enum(templateNames).optional(),
  mean: triple.optional(),
  std: triple.optional(),
  /** Whole multiples of `size`. */
  boost: z.array(side).max(16).optional(),
  emap: z.strictObject({ normaliseLatent: z.boolean() }).partial().optional(),
  /** Ids of other packs; absent: the only ready one of the kind that fits. */
  needs: z.strictObject({ recogniser: packId, converter: packId }).partial().optional(),
  memoryMB: z.int().positive().optional(),
});

export type PackManifest = z.output<typeof packManifest>;
export type PackLicence = z.output<typeof licence>;
