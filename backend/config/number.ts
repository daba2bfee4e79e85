import { z } from 'zod/v4';

/** Spaces alone would count as 0. */
const given = (error: string) => z.string(error).regex(/\S/, error);

export const numberBetween = (min: number, max: number, error: string) =>
  given(error).pipe(z.coerce.number<string>(error).min(min, `At least ${min}.`).max(max, `At most ${max}.`));

export function wholeNumber(min: number, max: number) {
  const error = `Give a whole number from ${min} to ${max}.`;
  return given(error).pipe(
    z.coerce.number<string>(error).int(error).min(min, `At least ${min}.`).max(max, `At most ${max}.`),
  );
}
