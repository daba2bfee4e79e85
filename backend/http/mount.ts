import type { Context } from 'hono';
import { areas, rules, SUCCESS, type AreaName, type Areas, type Call } from '#contract';
import type { z } from 'zod/v4';
import { limitBody, type BodyLimit } from '#http/limit-body';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import type { Api, ApiEnv } from './api-env';
import { authenticate } from './authenticate';
import type { AnonymousContext, AuthenticatedContext } from './context';
import { assertKeyWellFormed, hashInput, scopeOf, withIdempotencyKey } from './idempotency';
import { isMultipart, readInput } from './read-input';

type CallHandler<C extends Call> = (
  deps: C['auth'] extends 'required' ? AuthenticatedContext : AnonymousContext,
  input: z.output<C['input']>,
) => Promise<z.input<C['output']>>;

export type Handlers<A extends AreaName> = {
  [N in keyof Areas[A]]: Areas[A][N] extends Call ? CallHandler<Areas[A][N]> : never;
};

export const clientAddressOf = (context: Context<ApiEnv>) =>
  context.env?.clientAddress ?? (context.env?.incoming ? undefined : context.req.header('x-forwarded-for'));

type AnyHandler = (deps: AppContext, input: unknown) => Promise<object>;

const jsonMaxBytes = 1_048_576;
/** Of forms, and of calls that need no token: their longest fields take less, escaped too. */
const smallMaxBytes = 262_144;
/** Multipart boundaries and fields around the file. */
const multipartOverhead = 262_144;

function limitOf(call: Call, context: Context): BodyLimit {
  const type = context.req.header('content-type') ?? '';
  // Only this form is streamed to disk; all else is kept in memory, also where a file is expected.
  if (call.body === 'multipart' && isMultipart(type))
    return { maxBytes: rules.photoMaxBytes + multipartOverhead, read: 'stream' };
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/)/i.test(type);
  const isSmall = isForm || call.auth !== 'required';
  return { maxBytes: isSmall ? smallMaxBytes : jsonMaxBytes, read: 'whole' };
}

/** Authenticates before reading the body. */
async function answer(deps: AppContext, call: Call, handler: AnyHandler, context: Context<ApiEnv>): Promise<object> {
  const session =
    call.auth === 'required'
      ? await authenticate({ ...deps, clientAddress: clientAddressOf(context) }, context, call)
      : {};
  if ('accountId' in session) context.set('accountId', String(session.accountId));
  await limitBody(context, limitOf(call, context));
  const { input, dispose } = await readInput(context, call, rules.photoMaxBytes);
  try {
    const storage = context.get('storage') ?? deps.storage;
    const userAgent = context.req.header('user-agent');
    const callDeps = { ...deps, ...session, storage, clientAddress: clientAddressOf(context), userAgent };
    const respond = async (given: AppContext) => call.output.parse(await handler(given, input)) as object;
    const key = context.req.header('idempotency-key');
    if (!call.idempotent || key === undefined) return await respond(callDeps);

    assertKeyWellFormed(key);
    const bodyHash = await hashInput(deps, input as object);
    const request = { scope: scopeOf(callDeps, input as object, bodyHash), key, call, bodyHash };
    return await withIdempotencyKey(callDeps, request, respond);
  } finally {
    await dispose();
  }
}

/** Programs send HEAD to look at a link. */
function rejectHead(context: Context<ApiEnv>): never {
  context.header('allow', 'GET, OPTIONS');
  throw new AppError('method_not_allowed', { message: 'HEAD is not possible here; use GET.' });
}

export function mount<A extends AreaName>(app: Api, deps: AppContext, area: A, handlers: Handlers<A>): void {
  for (const [name, call] of Object.entries(areas[area]) as [keyof Areas[A], Call][]) {
    app.on(call.method, call.path, async (context) => {
      // HEAD is routed as GET.
      if (context.req.method === 'HEAD' && !call.repeatable) return rejectHead(context);
      const data = await answer(deps, call, handlers[name] as unknown as AnyHandler, context);
      return context.json({ code: SUCCESS, data, message: '' });
    });
  }
}
