import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Call } from '#contract';
import { inTransaction, type Db } from '#backend/db/connect';
import { notify } from '#backend/db/notifications';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';

interface IdempotentCall {
  scope: string;
  key: string;
  call: Pick<Call, 'path' | 'runsOutsideTransaction' | 'output'>;
  bodyHash: string;
}

/** A claim of a dead process can be taken over. */
const leaseSeconds = 10;
const renewEveryMs = 3_000;
/** Exceeds the duration of any call. */
const patienceMs = 45_000;

/** SHA-256; files by content. Keyed with a password among the fields, which a fast hash would let guess. */
export async function hashInput({ keyedHash }: Pick<AppContext, 'keyedHash'>, input: object): Promise<string> {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\0`);
    if (value instanceof Blob) for await (const chunk of Readable.fromWeb(value.stream() as never)) hash.update(chunk);
    else hash.update(JSON.stringify(value) ?? '');
    hash.update('\0');
  }
  const digest = hash.digest('hex');
  return 'password' in input ? keyedHash(`body ${digest}`).toString('hex') : digest;
}

/**
 * Two callers without an account may choose the same key. They are told apart by the e-mail address in the input; where the
 * input has none, by the whole input.
 */
export function scopeOf(deps: AppContext, input: object, bodyHash: string): string {
  if ('accountId' in deps) return String(deps.accountId);
  return 'email' in input ? deps.keyedHash(`scope ${String(input.email)}`).toString('hex') : bodyHash;
}

export function assertKeyWellFormed(key: string): void {
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw new AppError('invalid_input', {
      message: 'An Idempotency-Key has 8 to 200 printable ASCII characters, without spaces.',
    });
  }
}

/**
 * Requests wait without a connection. A transactional call commits effect and answer together; another may store its
 * answer by `remember`. Errors release the key.
 */
export async function withIdempotencyKey<D extends AppContext, T extends object>(
  deps: D,
  request: IdempotentCall,
  work: (deps: D) => Promise<T>,
): Promise<T> {
  const { db, notifications } = deps;
  const attempt = () => claimOrAnswer(db, request);
  const standing = (await attempt()) ?? (await notifications.waitFor(topicOf(request), attempt, patienceMs));
  if (!standing) throw stillWorking();
  if ('answer' in standing) return standing.answer as T;

  const claim = new Claim(request, standing.claim);
  const renewal = setInterval(() => void claim.renew(db).catch(() => {}), renewEveryMs);
  try {
    return request.call.runsOutsideTransaction
      ? await outside(deps, request, claim, work)
      : await inside(deps, claim, work);
  } catch (error) {
    await claim.release(db).catch(() => {}); // the lease expires anyway
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

function inside<D extends AppContext, T extends object>(
  deps: D,
  claim: Claim,
  work: (deps: D) => Promise<T>,
): Promise<T> {
  return inTransaction(deps.db, async (trx) => {
    const answer = await work({ ...deps, db: trx });
    if (!(await claim.store(trx, answer))) throw stillWorking();
    return answer;
  });
}

async function outside<D extends AppContext, T extends object>(
  deps: D,
  { key, call }: IdempotentCall,
  claim: Claim,
  work: (deps: D) => Promise<T>,
): Promise<T> {
  const storeAnswer = async (trx: Db, made: object) => {
    if (!(await claim.store(trx, call.output.parse(made) as object))) throw stillWorking();
  };
  const answer = await work({ ...deps, key, storeAnswer });
  await claim.store(deps.db, answer); // no-op if already stored, or if the account was deleted
  return answer;
}

const stillWorking = () =>
  new AppError('unavailable', {
    message: 'The first request with this Idempotency-Key is still running. Send it again in a moment.',
    retryAfterSeconds: 2,
  });

const topicOf = ({ scope, key }: IdempotentCall) =>
  `idempotency:${createHash('sha256').update(`${scope}\n${key}`).digest('base64url')}`;

/** Undefined while another request holds it. */
async function claimOrAnswer(
  db: Db,
  request: IdempotentCall,
): Promise<{ claim: string } | { answer: object } | undefined> {
  const { scope, key, call, bodyHash } = request;
  const claim = randomUUID();
  const { rows } = await sql<{ claim: string }>`
    insert into idempotency (scope, key, call, body_hash, claim, claimed_until)
    values (${scope}, ${key}, ${call.path}, ${bodyHash}, ${claim}, ${leaseEnd})
    on conflict (scope, key) do update set claim = excluded.claim, claimed_until = excluded.claimed_until
    where idempotency.answer is null and idempotency.claimed_until < clock_timestamp()
      and idempotency.call = excluded.call and idempotency.body_hash = excluded.body_hash
    returning claim`.execute(db);
  if (rows.length > 0) return { claim };
  const known = await db
    .selectFrom('idempotency')
    .select(['call', 'body_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!known) return undefined; // released between the two statements
  if (known.call !== call.path || known.body_hash !== bodyHash) throw new AppError('idempotency_mismatch');
  return known.answer ? { answer: known.answer } : undefined;
}

const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

class Claim {
  constructor(
    private readonly request: IdempotentCall,
    private readonly claim: string,
  ) {}

  /** False if the claim was lost. */
  async store(db: Db, answer: object): Promise<boolean> {
    const { rows } = await sql`
      update idempotency set answer = ${JSON.stringify(answer)}::jsonb where ${this.isOpen} returning key`.execute(db);
    if (rows.length > 0) await notify(db, topicOf(this.request));
    return rows.length > 0;
  }

  async renew(db: Db): Promise<void> {
    await sql`update idempotency set claimed_until = ${leaseEnd} where ${this.isOpen}`.execute(db);
  }

  async release(db: Db): Promise<void> {
    await sql`delete from idempotency where ${this.isOpen}`.execute(db);
    await notify(db, topicOf(this.request));
  }

  private get isOpen() {
    const { scope, key } = this.request;
    return sql`scope = ${scope} and key = ${key} and claim = ${this.claim} and answer is null`;
  }
}
