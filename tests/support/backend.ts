import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { failuresOf } from '#contract/openapi/failures';
import { calls, type Call, type CallName, type ErrorName, type Input, type Output } from '#contract';
import { openDeps } from '#backend/compose/deps';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import type { Engine } from '#engine';
import { connect, type Connection } from '#backend/db/connect';
import { openAccount } from '#backend/domain/account/register';
import { issueToken } from '#backend/domain/account/tokens';
import { addDays, type AppContext } from '#backend/domain/context';
import type { ApiEnv } from '#backend/http/api-env';
import { makeApi } from '#backend/http/app';
import { localPages } from '#backend/http/local-pages';
import type { EngineQuality } from '#backend/domain/quality/publish-qualities';
import { openLiveness } from '#backend/jobs/liveness';
import { runWorker } from '#backend/jobs/run-worker';
import { diskStorage } from '#backend/providers/storage/disk';
import { diskReserve } from '#backend/providers/storage/disk-reserve';
import type { ContentSigner } from '#backend/providers/credentials/port';
import type { IdentityProvider } from '#backend/providers/identity/port';
import type { Storage } from '#backend/providers/storage/port';
import { httpWebhooks } from '#backend/providers/webhooks/http';
import { outboxMailer } from '#backend/providers/mail/outbox';
import type { Mailer, Outbox } from '#backend/providers/mail/port';
import type { SandboxPage } from '#backend/providers/payments/port';
import { testDatabase } from './database';
import { keptConnection } from './kept-connections';
import { site, testPaymentConfig, type TestPaymentOptions } from './payments';
import { scratchFolder } from './scratch';
import { engineWithKnownSources } from './shared-engine';

const mediaSecret = 'a secret of the tests alone, long enough';
export const testLinks = { secret: mediaSecret, publicUrl: `${site}/api` };

export class CallFailed extends Error {
  constructor(
    readonly status: number,
    readonly error: ErrorName,
    message: string,
    readonly fields: Record<string, string> | undefined,
  ) {
    super(message);
  }
}

interface CallOptions {
  token?: string;
  key?: string;
  from?: string;
}

export interface TestBackend extends Connection {
  url: string;
  mediaFolder: string;
  deps: AppContext;
  sandbox: SandboxPage;
  mails: Mailer & Outbox;
  /** Paths start below the API's root. */
  fetch(path: string, init?: RequestInit, from?: string): Promise<Response>;
  /** @throws CallFailed */
  call<N extends CallName>(name: N, input: Input<N>, options?: CallOptions): Promise<Output<N>>;
  /** Stopped after the test, or by the function that it returns. */
  startWorker(options?: WorkerOptions): Promise<() => Promise<void>>;
}

function bodyOf(call: Call, input: object): BodyInit {
  if (call.body !== 'multipart') return JSON.stringify(input);
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.set(name, value instanceof Blob ? value : String(value));
  return form;
}

interface WorkerOptions {
  mailer?: Mailer;
  /** Beside `mesh`; default none. */
  qualities?: readonly EngineQuality[];
  /** Default: the tests' own. */
  engine?: Engine;
  /** Default: results are not signed. */
  contentSigner?: ContentSigner | null;
  /** Default: fails the test. */
  onEnded?: (error: unknown) => void;
}

const unexpected = (error: unknown) => {
  onTestFinished(() => Promise.reject(error as Error));
};

interface BackendOptions {
  isLocal?: boolean;
  /** Default: a folder. */
  storage?: Storage;
  /** Of another backend: two machines of one site. */
  url?: string;
  /** The URL of a pooler of that database. */
  pooler?: string;
  google?: IdentityProvider;
  /** Default: reserves no space. */
  statfs?: NonNullable<Parameters<typeof diskReserve>[0]['statfs']>;
}

/** Removed after the test. */
export async function openBackend(
  policy: Partial<AppContext['policy']> = {},
  { isLocal = false, google, providers, statfs, storage, url: given, pooler }: BackendOptions & TestPaymentOptions = {},
): Promise<TestBackend> {
  const url = given ?? (await testDatabase());
  const mediaFolder = scratchFolder();
  const config = readConfiguration(apiSchema, {
    ...{ APP_ENV: 'test', DATA_DIR: mediaFolder, DATABASE_URL: url, MEDIA_SECRET: mediaSecret, PUBLIC_URL: site },
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...(pooler ? { DATABASE_URL: pooler, DATABASE_DIRECT_URL: url } : {}),
  });
  const pools = { pool: { max: 30 }, limitsPool: { max: 4 } };
  const { deps, db, pool, close } = await openDeps(config, {
    log: pino({ level: 'silent' }),
    ...pools,
    open: keptConnection,
  });
  onTestFinished(close);
  const { payments, sandbox } = testPaymentConfig({ providers }, () => deps.now());
  Object.assign(deps, {
    storage:
      storage ??
      diskStorage({
        ...{ root: mediaFolder, ...testLinks },
        ...(statfs ? { reserve: diskReserve({ folder: mediaFolder, statfs }) } : {}),
      }),
    policy: { ...deps.policy, quotaBytes: { unconfirmed: 300e6, free: 10e9, premium: 100e9 }, ...policy },
    payments,
    webhooks: httpWebhooks({ allowPrivate: true, timeoutMs: 1000 }),
    google: google ?? null,
  } satisfies Partial<AppContext>);
  const mails = outboxMailer(scratchFolder());
  const api = makeApi(deps, { mediaSecret, publicUrl: `${site}/api`, siteUrl: site, siteOrigin: site });
  const app = new Hono<ApiEnv>();
  if (isLocal) app.route('/', localPages(deps, { outbox: mails, sandbox, api }));
  app.route('/', api);
  const fetch = async (path: string, init?: RequestInit, clientAddress?: string) => {
    const url = `http://api.local${path.replace(site, '').replace(/^\/api/, '')}`;
    return app.fetch(new Request(url, { duplex: 'half', ...init } as RequestInit), { clientAddress });
  };

  return {
    ...{ db, pool, close, url },
    mediaFolder,
    deps,
    sandbox,
    mails,
    fetch,
    async call(name, input, { token, key, from } = {}) {
      const call = calls[name] as Call;
      const isQuery = call.method === 'GET';
      const query = isQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
      const headers = {
        ...(call.body === 'fields' ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      };
      const body = isQuery ? {} : { body: bodyOf(call, input) };
      const response = await fetch(call.path + query, { method: call.method, headers, ...body }, from);
      const envelope = await response.json();
      if (envelope.code === 200) return envelope.data;
      if (response.status < 500 && !failuresOf(call).includes(envelope.error)) {
        throw new Error(`${name} answers ${envelope.error}, which its description does not name.`);
      }
      throw new CallFailed(response.status, envelope.error, envelope.message, envelope.fields);
    },
    async startWorker({ mailer = mails, qualities = [], engine, contentSigner = null, onEnded = unexpected } = {}) {
      const liveness = await openLiveness(url, () => {});
      const workerDeps = {
        ...deps,
        engine: engine ?? (await engineWithKnownSources()),
        contentSigner,
        mailer,
        siteUrl: 'https://faceswap.test',
      };
      const options = { deps: workerDeps, db, pool, liveness, qualities, lane: 'batch', onEnded } as const;
      const queue = pooler ? connect(url, { max: 6 }) : undefined;
      const worker = await runWorker({ ...options, pool: queue?.pool ?? pool });
      let stopped: Promise<void> | undefined;
      const close = async () => {
        await worker.stop();
        await liveness.end();
        await queue?.close();
      };
      const stop = () => (stopped ??= close());
      onTestFinished(stop);
      return stop;
    },
  };
}

/** Has no password: hashing is slow. */
export async function member(backend: TestBackend, { credits = 10, isConfirmed = true } = {}) {
  const email = `${randomUUID()}@example.com`;
  const accountId = await backend.db
    .transaction()
    .execute((trx) =>
      openAccount(trx, { email, passwordHash: null, ...(isConfirmed ? { verifiedAt: new Date() } : {}), credits }),
    );
  const { token } = await issueToken(backend.deps, accountId!);
  let session = { token, since: backend.deps.now() };
  // Some tests let months pass: as a user would, who is signed out after two weeks without a visit.
  const signedIn = async () => {
    const now = backend.deps.now();
    if (now > addDays(session.since, 13)) session = { ...(await issueToken(backend.deps, accountId!)), since: now };
    return session.token;
  };
  const call = async <N extends CallName>(name: N, input: Input<N>, key?: string) =>
    backend.call(name, input, { token: await signedIn(), ...(key ? { key } : {}) });
  return { accountId: accountId!, email, token, call };
}

export type Member = Awaited<ReturnType<typeof member>>;
