export type Json = { [name: string]: unknown };

export const refTo = (kind: 'schemas' | 'responses' | 'parameters' | 'headers', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});
