import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { areas, rules, SUCCESS, type AreaName, type Areas, type Call } from '#contract';
import type { z } from 'zod/v4';
import { AppError } from '../domain/app-error';
import type { Deps } from '../domain/context';
import type { Api, ApiEnv } from './api-env';
import { authenticate } from './authenticate';
import type { Anonymous, SignedIn } from './context';
import { assertKeyWellFormed, hashInput, once } from './idempotency';
import { readInput } from './read-input';

type Handler<C extends Call> = (
  deps: C['auth'] extends 'required' ? SignedIn : Anonymous,
  input: z.output<C['input']>,
) => Promise<z.input<C['output']>>;

/** One handler for every call of an area: a missing or mistyped one does not compile. */
export type Handlers<A extends AreaName> = {
  [N in keyof Areas[A]]: Areas[A][N] extends Call ? Handler<Areas[A][N]> : never;
};

/** Who calls: as the process that took the request knows, or as the web tier in this process says. */
const clientAddressOf = (context: Context<ApiEnv>) =>
  context.env?.clientAddress ?? context.req.header('x-forwarded-for');

type AnyHandler = (deps: Deps, input: unknown) => Promise<object>;

/** What is remembered under a key belongs to an account, or to nobody. */
const scopeOf = (deps: Deps) => ('accountId' in deps ? String(deps.accountId) : 'anonymous');

async function answer(deps: Deps, call: Call, handler: AnyHandler, context: Context<ApiEnv>): Promise<object> {
  const session = call.auth === 'required' ? await authenticate(deps, context, call) : {};
  if ('accountId' in session) context.set('accountId', String(session.accountId));
  const input = await readInput(context, call);
  const callDeps = { ...deps, ...session, clientAddress: clientAddressOf(context) };
  const respond = async (given: Deps) => call.output.parse(await handler(given, input)) as object;
  const key = context.req.header('idempotency-key');
  if (!call.keyed || key === undefined) return respond(callDeps);

  assertKeyWellFormed(key);
  if (call.outbound) return respond({ ...callDeps, key } as Deps);
  const keyed = { scope: scopeOf(callDeps), key, call: call.path, bodyHash: await hashInput(input) };
  return once(deps, keyed, (trx) => respond({ ...callDeps, db: trx }));
}

/** What a call may send at most, with room for a form's own lines around a photo. */
function limitOf(call: Call) {
  const maxSize = call.body === 'multipart' ? rules.photoMaxBytes + 65_536 : 262_144;
  const onError = () => {
    throw new AppError('too_large', {
      message: `At most ${Math.round(maxSize / 1024).toLocaleString('en')} kB can be sent here.`,
    });
  };
  return bodyLimit({ maxSize, onError });
}

/** Puts an area's calls under their paths. */
export function mount<A extends AreaName>(app: Api, deps: Deps, area: A, handlers: Handlers<A>): void {
  for (const [name, call] of Object.entries(areas[area]) as [keyof Areas[A], Call][]) {
    app.on(call.method, call.path, limitOf(call), async (context) => {
      const data = await answer(deps, call, handlers[name] as unknown as AnyHandler, context);
      return context.json({ code: SUCCESS, data, message: '' });
    });
  }
}
