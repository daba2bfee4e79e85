import { z } from 'zod/v4';
import { id } from '#contract/fields';

/** `working`: queued or running; `ended`: failed, refused or cancelled. */
export const creationState = z.enum(['all', 'working', 'done', 'ended']);
export const creationSort = z.enum(['newest', 'oldest', 'name']);

export const uploadState = z.enum(['all', 'ready', 'rejected']);
export const uploadSort = z.enum(['newest', 'oldest', 'name', 'size']);

export const deletion = z.object({
  deletion_id: id,
  count: z.number().int().nonnegative().describe('How many were deleted together.'),
  undo_ms: z.number().int().nonnegative().describe('How much longer it can be undone.'),
});
export type Deletion = z.output<typeof deletion>;

export const deletions = z.array(deletion).describe('Deletions in this list that can still be undone, newest first.');
