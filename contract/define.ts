import type { z } from 'zod/v4';
import type { ErrorName } from './errors';

export type Auth = 'none' | 'required';

/** `create`: upload, swap (which spends credits) and delete media. */
export const keyScopes = ['read', 'create'] as const;
export type KeyScope = (typeof keyScopes)[number];

export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, A extends Auth = Auth> {
  method: 'GET' | 'POST';
  /** Below the API's root, e.g. `/email/login`. */
  path: `/${string}`;
  summary: string;
  /** `none`: tokens are ignored; `required`: 401 without a valid token. */
  auth: A;
  /** `session`: no API key may make the call. */
  scope: KeyScope | 'session';
  /** `fields`: JSON or form-encoded (GET: query); `multipart`: with a file. */
  body: 'fields' | 'multipart';
  /** Honours an Idempotency-Key. Never with a secret in the answer, which would be stored. */
  idempotent: boolean;
  /** Needs no key: sent twice, it has the effect of once. Not if an attempt counts, as with passwords and codes. */
  repeatable: boolean;
  /** The call waits for a provider, a worker, the disk or a hash. It may store its answer with its effect. */
  runsOutsideTransaction: boolean;
  /** From the specification, point 7, or our addition. */
  origin: 'specification' | 'ours';
  input: I;
  output: O;
  errors: readonly ErrorName[];
  examples: readonly [Example<I, O>, ...Example<I, O>[]];
}

export interface Example<I extends z.ZodType, O extends z.ZodType> {
  input: z.input<I>;
  output: z.input<O>;
}

type Defaults =
  | 'method'
  | 'auth'
  | 'scope'
  | 'body'
  | 'idempotent'
  | 'repeatable'
  | 'runsOutsideTransaction'
  | 'origin'
  | 'errors';

/**
 * Defaults: POST, session token required, `fields`, neither idempotent nor repeatable, from the specification, no
 * specific errors.
 */
export function call<I extends z.ZodType, O extends z.ZodType, A extends Auth = 'required'>(
  definition: Omit<Call<I, O, A>, Defaults> & Partial<Pick<Call<I, O, A>, Defaults>>,
): Call<I, O, A> {
  return {
    method: 'POST',
    auth: 'required' as A,
    scope: 'session',
    body: 'fields',
    idempotent: false,
    repeatable: false,
    runsOutsideTransaction: false,
    origin: 'specification',
    errors: [],
    ...definition,
  };
}
