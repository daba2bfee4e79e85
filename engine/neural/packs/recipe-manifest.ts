import { z } from 'zod/v4';
import { maskNames } from '#engine/neural/recipe';
import { packId } from './manifest';

/** `mesh` is the engine's own swapper, which needs no pack. */
const recipeId = packId.refine((id) => id !== 'mesh', 'The name "mesh" is the built-in swapper\'s.');

/** One entry of recipes.json. */
export const recipeManifest = z.strictObject({
  id: recipeId,
  name: z.string().min(1).max(40),
  swapper: packId,
  /** Pixels: a whole multiple of the swapper's size. Absent: that size. */
  boost: z.int().min(16).max(4096).optional(),
  /** 0–1; 0.5 leaves the embedding as it is. */
  weight: z.number().min(0).max(1).default(0.5),
  masks: z.array(z.enum(maskNames)).max(5).default(['box', 'own']),
  occluder: packId.optional(),
  parser: packId.optional(),
  enhancer: packId.nullable().default(null),
  /** Percent of the enhanced picture in the result. */
  blend: z.int().min(0).max(100).default(80),
  /** The same in videos and animations. Absent: `blend`, but at most half, because enhanced frames flicker. */
  clipBlend: z.int().min(0).max(100).optional(),
  /** Fidelity of CodeFormer, 0–1. */
  fidelity: z.number().min(0).max(1).default(0.5),
  /** Prices are multiplied by it and rounded up. */
  priceFactor: z.number().min(1).max(100).default(1),
});

export const recipeList = z.array(recipeManifest).max(20);

export type RecipeManifest = z.output<typeof recipeManifest>;
