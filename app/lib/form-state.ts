export interface FormState {
  message?: string;
  fields: Record<string, string>;
  values: Record<string, string>;
}

/** An action's answer, if it is the refusal of its form; it may have further parts. */
export const refusalIn = (answer: object | undefined): FormState | undefined =>
  answer && 'fields' in answer && 'values' in answer ? (answer as FormState) : undefined;
