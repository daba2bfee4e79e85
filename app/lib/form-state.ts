/** What a form shows after it was refused: a sentence for the whole, one for each field, and what had been typed. */
export interface FormState {
  message?: string;
  fields: Record<string, string>;
  values: Record<string, string>;
}
