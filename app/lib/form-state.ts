export interface FormState {
  message?: string;
  fields: Record<string, string>;
  /** `key`: after a lost answer, the form is sent again with its first idempotency key. It may have had its effect. */
  values: Record<string, string>;
}
