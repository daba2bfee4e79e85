import type { z } from 'zod/v4';
import type { ErrorName } from './errors';

export type Auth = 'none' | 'required';

/** What an API key may be allowed: `read` looks, `create` uploads, swaps, spends credits on it, and deletes media. */
export const keyScopes = ['read', 'create'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** One call of the API: what goes in, what comes out, who may call it, and how it can fail. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, A extends Auth = Auth> {
  method: 'GET' | 'POST';
  /** Path below the API's root, e.g. `/email/login`. */
  path: `/${string}`;
  summary: string;
  /** `none`: no token is looked at; `required`: a live token, else 401. */
  auth: A;
  /**
   * The scope an API key needs for a call that requires a token. `session`: no key may make this call, only a sign-in;
   * so it is for account security, money, deletion of the account, keys and webhook settings.
   */
  scope: KeyScope | 'session';
  /** `fields`: JSON or form-encoded alike (GET: the query); `multipart`: a form with a file. */
  body: 'fields' | 'multipart';
  /** Creates or spends something, and so honours an Idempotency-Key. */
  idempotent: boolean;
  /**
   * Waits for more than the database: a provider, a worker, the disk, a hash. It runs outside any transaction, since none may
   * be held while waiting; an idempotent one is given its key, and stores its answer with its effect where that matters.
   */
  runsOutsideTransaction: boolean;
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

type Defaults = 'method' | 'auth' | 'scope' | 'body' | 'idempotent' | 'runsOutsideTransaction' | 'origin' | 'errors';

/** Defines a call; left out: POST, token of a sign-in required, fields, not idempotent, from the specification, no failures of its own. */
export function call<I extends z.ZodType, O extends z.ZodType, A extends Auth = 'required'>(
  definition: Omit<Call<I, O, A>, Defaults> & Partial<Pick<Call<I, O, A>, Defaults>>,
): Call<I, O, A> {
  return {
    method: 'POST',
    auth: 'required' as A,
    scope: 'session',
    body: 'fields',
    idempotent: false,
    runsOutsideTransaction: false,
    origin: 'specification',
    errors: [],
    ...definition,
  };
}
