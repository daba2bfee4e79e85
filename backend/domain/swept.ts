/** Rows that a step of the sweep handles at once. */
export const sweepBatch = 200;

/** Of one batch; its rows are gone. */
export interface Swept {
  /** Of files to remove. */
  keys: string[];
  /** There is no further batch. */
  isComplete: boolean;
}
