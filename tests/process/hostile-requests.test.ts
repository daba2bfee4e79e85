import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaults, type Attempt } from '#tests/support/hostile/attempts';
import { fieldAttempts, framedAttempts, keyAttempts, type Caller } from '#tests/support/hostile/calls';
import { answers, headAttempts, otherAttempts, signedLinks, spoiledAttempts } from '#tests/support/hostile/media';
import { demoToken, newMember, sessionCookie } from '#tests/support/hostile/members';
import { formAttempts, pageAttempts, type Visitor } from '#tests/support/hostile/pages';
import { realIds } from '#tests/support/hostile/possessions';
import { startApiProcess, type ApiProcess } from '#tests/support/api-server';
import { errorLines, serverLog } from '#tests/support/error-lines';
import { startIdentityProvider, type TestIdentityProvider } from '#tests/support/identity-provider';
import { dataDirectoryWithDatabase, removeDataDirectory, startStack, type RunningStack } from '#tests/support/stack';

// Requests must not cause server errors or log errors.

const dataDirectory = dataDirectoryWithDatabase();
let provider: TestIdentityProvider;
let stack: RunningStack;
let api: ApiProcess;
let real: (json: string) => string;

beforeAll(async () => {
  provider = await startIdentityProvider();
  const google = {
    GOOGLE_ISSUER: provider.issuer,
    GOOGLE_CLIENT_ID: provider.clientId,
    GOOGLE_CLIENT_SECRET: 'secret',
  };
  stack = await startStack({ dataDirectory, environment: google });
  api = await startApiProcess(stack);
  real = await realIds(stack.url); // before the attempts, which use up limits of the account
});

afterAll(async () => {
  await Promise.all([stack?.stop(), api?.stop(), provider?.stop()]);
  removeDataDirectory(dataDirectory);
});

interface Server {
  port: number;
  root: string;
  health: string;
  log(): string;
}

const joined = (): Server => ({
  port: stack.port,
  root: '/api',
  health: '/healthz',
  log: () => serverLog(dataDirectory),
});
const alone = (): Server => ({ port: api.port, root: '', health: '/openapi.json', log: () => api.output() });

/** Checks answers, log and liveness. */
async function outcomeOf({ port, health, log }: Server, attempts: readonly Attempt[]) {
  const before = errorLines(log()).length;
  const faults = await findFaults(port, attempts);
  return { faults, logged: [...new Set(errorLines(log()).slice(before))], answers: await answers(port, health) };
}

const well = { faults: [], logged: [], answers: true };

/** They end their session. */
const endsSession = new Set(['no body, no length', 'JSON in chunks', 'chunks without content', 'HTTP/1.0']);

async function signedIn({ port, root }: Server, isJoined: boolean): Promise<Caller> {
  const token = await demoToken(port, root);
  const endingCalls = ['logout', 'my_sign_out_everywhere'];
  const own = async () => (await newMember(port, root)).token;
  return {
    name: 'signed in',
    isThorough: isJoined,
    root,
    reaches: ({ auth }) => isJoined && auth !== 'none',
    token: async (call, what) => (endingCalls.includes(call) ? (endsSession.has(what) ? own() : undefined) : token),
  };
}

const stranger = ({ root }: Server): Caller => ({
  name: 'a stranger',
  isThorough: false,
  root,
  reaches: ({ auth }) => auth !== 'required',
  token: async () => undefined,
});

test('every call with malformed requests, anonymous and signed in', async () => {
  const strangers = await framedAttempts(stranger(joined()));
  const members = await framedAttempts(await signedIn(joined(), true));
  expect(await outcomeOf(joined(), [...strangers, ...members])).toEqual(well);
});

test('a separate API: every call with malformed bodies', async () => {
  expect(await outcomeOf(alone(), await framedAttempts(await signedIn(alone(), false)))).toEqual(well);
});

test('unexpected values in every field of every call', async () => {
  const caller = await signedIn(joined(), true);
  const attempts = [...(await fieldAttempts(caller, real)), ...(await keyAttempts(caller))];
  expect(await outcomeOf(joined(), attempts)).toEqual(well);
});

test.each([
  ['the joined server', joined],
  ['the API alone', alone],
])('%s: media, pieces of files, webhooks and paths that do not exist', async (_name, server) => {
  const { port, root } = server();
  const links = await signedLinks(port, root, await demoToken(port, root));
  const attempts = [...spoiledAttempts(links), ...(root ? headAttempts(links) : []), ...otherAttempts(root)];
  expect(await outcomeOf(server(), attempts)).toEqual(well);
});

const visitor = (): Visitor => ({
  name: 'a stranger',
  isMember: false,
  port: stack.port,
  cookie: async () => undefined,
});

async function memberVisitor(): Promise<Visitor> {
  const { port } = stack;
  const own = await newMember(port, '/api');
  const cookie = await sessionCookie(port);
  const accountCookie = await sessionCookie(port, own);
  const cookies: Record<string, (what: string) => Promise<string | undefined>> = {
    '/logout': async (what) => (endsSession.has(what) ? sessionCookie(port, own) : undefined),
    '/my/account': async () => accountCookie,
  };
  return {
    name: 'signed in',
    isMember: true,
    port,
    cookie: (path, what) => cookies[path]?.(what) ?? Promise.resolve(cookie),
  };
}

test('every route with malformed requests, anonymous', async () => {
  const attempts = [...(await pageAttempts(visitor())), ...(await formAttempts(visitor()))];
  expect(await outcomeOf(joined(), attempts)).toEqual(well);
});

test('every route with malformed requests, signed in', async () => {
  const member = await memberVisitor();
  const attempts = [...(await pageAttempts(member)), ...(await formAttempts(member))];
  expect(await outcomeOf(joined(), attempts)).toEqual(well);
});
