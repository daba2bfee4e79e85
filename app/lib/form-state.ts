/** Error messages of a form and the submitted values. */
export interface FormState {
  message?: string;
  fields: Record<string, string>;
  values: Record<string, string>;
}
