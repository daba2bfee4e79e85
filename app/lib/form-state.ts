export interface FormState {
  message?: string;
  fields: Record<string, string>;
  values: Record<string, string>;
}
