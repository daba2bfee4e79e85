import type { z } from 'zod/v4';
import type { ErrorName } from './errors';

export type Auth = 'none' | 'required';

/** One call of the API: what goes in, what comes out, who may call it, and how it can fail. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, A extends Auth = Auth> {
  method: 'GET' | 'POST';
  /** Path below the API's root, e.g. `/email/login`. */
  path: `/${string}`;
  summary: string;
  /** `none`: no token is looked at; `required`: a live token, else 401. */
  auth: A;
  /** `fields`: JSON or form-encoded alike (GET: the query); `multipart`: a form with a file. */
  body: 'fields' | 'multipart';
  /** Creates or spends something, and so honours an Idempotency-Key. */
  keyed: boolean;
  /** Asks another machine, which no transaction may wait for: the domain itself remembers the key with what it made. */
  outbound: boolean;
  /** Named by the specification's point 7, or added by us in the same style. */
  origin: 'specification' | 'ours';
  input: I;
  output: O;
  /** Failures a caller should expect beside the ones any call can have. */
  errors: readonly ErrorName[];
  /** Real pairs of payload and answer: they feed the documentation and the fakes. */
  examples: readonly [Example<I, O>, ...Example<I, O>[]];
}

export interface Example<I extends z.ZodType, O extends z.ZodType> {
  input: z.input<I>;
  output: z.input<O>;
}

type Defaults = 'method' | 'auth' | 'body' | 'keyed' | 'outbound' | 'origin' | 'errors';

/** Defines a call; left out: POST, token required, fields, not keyed, from the specification, no failures of its own. */
export function call<I extends z.ZodType, O extends z.ZodType, A extends Auth = 'required'>(
  definition: Omit<Call<I, O, A>, Defaults> & Partial<Pick<Call<I, O, A>, Defaults>>,
): Call<I, O, A> {
  return {
    method: 'POST',
    auth: 'required' as A,
    body: 'fields',
    keyed: false,
    outbound: false,
    origin: 'specification',
    errors: [],
    ...definition,
  };
}
