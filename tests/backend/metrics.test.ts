import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';

import { register } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';

import { createLog } from '#backend/compose/log';
import { ConfigurationError } from '#backend/config/read';
import { handlersOf } from '#backend/jobs/handlers';
import { laneOf } from '#backend/queue/port';
import { registerDatabaseMetrics } from '#backend/metrics/database';
import { countFfmpegRuns } from '#backend/metrics/jobs';
import { serveMetrics } from '#backend/metrics/serve';
import { killDecoder } from '#engine/decoder/kill';
import { startDecoder } from '#engine/decoder/start';
import { member, openBackend } from '#tests/support/backend';
import { freePort } from '#tests/support/stack';

async function told(name: string, labels: string): Promise<number> {
  const line = (await register.metrics()).split('\n').find((text) => text.startsWith(`${name}{${labels}}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

async function serve(settings: { METRICS_TOKEN?: string }) {
  const server = (await serveMetrics({ METRICS_PORT: await freePort(), ...settings }))!;
  onTestFinished(() => void server.close());
  const { port, address } = server.address() as AddressInfo;
  const ask = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { ask, address };
}

test('metrics are served to loopback without a token, and to others only with it', async () => {
  const open = await serve({});
  expect(open.address).toBe('127.0.0.1');
  expect(await (await open.ask('/metrics')).text()).toContain('process_cpu_seconds_total');
  expect((await open.ask('/')).status).toBe(404);

  const guarded = await serve({ METRICS_TOKEN: 'a token of the tests' });
  expect(guarded.address).toBe('::');
  for (const authorization of ['', 'Bearer', 'Bearer another', 'a token of the tests'])
    expect((await guarded.ask('/metrics', { authorization })).status, authorization).toBe(401);
  expect((await guarded.ask('/metrics', { authorization: 'Bearer a token of the tests' })).status).toBe(200);
  expect((await guarded.ask('/healthz')).status).toBe(200);
  expect(await serveMetrics({})).toBeUndefined();
});

test('a port of metrics that is taken is reported as METRICS_PORT', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const METRICS_PORT = (other.address() as AddressInfo).port;
  const serving = serveMetrics({ METRICS_PORT });
  await expect(serving).rejects.toThrow(ConfigurationError);
  await expect(serving).rejects.toThrow(`METRICS_PORT: the port ${METRICS_PORT} cannot be opened (EADDRINUSE).`);
});

test('calls, credits, waiting jobs and job outcomes are counted', async () => {
  const backend = await openBackend();
  onTestFinished(registerDatabaseMetrics(backend.db, backend.deps.now));
  await member(backend, { credits: 7 });
  const ask = { email: 'nobody@example.com' };
  const calls = await told('faceswap_api_call_duration_seconds_count', 'call="/email/forgot_password",status="200"');
  await backend.call('email_forgot_password', ask);

  expect(await told('faceswap_api_call_duration_seconds_count', 'call="/email/forgot_password",status="200"')).toBe(
    calls + 1,
  );
  await backend.fetch('/no/such/call');
  expect(await told('faceswap_api_call_duration_seconds_count', 'call="other",status="404"')).toBeGreaterThan(0);
  expect(await told('faceswap_credits', 'kind="grant"')).toBe(7);
  expect(await told('faceswap_queue_jobs', 'job="send_mail",state="waiting"')).toBe(1);

  const skipped = await told('faceswap_job_duration_seconds_count', 'job="send_mail",outcome="skipped"');
  await backend.startWorker();
  await expect
    .poll(() => told('faceswap_job_duration_seconds_count', 'job="send_mail",outcome="skipped"'))
    .toBe(skipped + 1);
});

test('the documents name every outcome of jobs', async () => {
  const help = (await register.metrics())
    .split('\n')
    .find((line) => line.startsWith('# HELP faceswap_job_duration_seconds'))!;
  const outcomes = [...help.matchAll(/: ([a-z_, ]+)/g)].flatMap(([, names]) => names!.trim().split(', '));
  expect(outcomes).toContain('given_up');
  const [documented] = /\| `faceswap_job_duration_seconds` .*?\n\n.*?\n\n/s.exec(
    readFileSync('docs/operations.md', 'utf8'),
  )!;
  expect(documented.match(/[a-z_]+/g)).toEqual(expect.arrayContaining(outcomes));
});

test('a job that failed for the last time does not wait', async () => {
  const backend = await openBackend();
  onTestFinished(registerDatabaseMetrics(backend.db, backend.deps.now));
  await backend.call('email_forgot_password', { email: 'nobody@example.com' });
  await backend.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
  expect(await told('faceswap_queue_jobs', 'job="send_mail",state="waiting"')).toBe(0);
});

test('the oldest job that a worker could take is told for each lane', async () => {
  const backend = await openBackend();
  onTestFinished(registerDatabaseMetrics(backend.db, backend.deps.now));
  const add = async (job: string, queue: string | null, seconds: number, isRunning = false) => {
    const due = [job, queue, seconds];
    const added = await backend.pool.query<{ id: string }>(
      `select id from graphile_worker.add_job($1, '{}'::json, $2, now() - make_interval(secs => $3))`,
      due,
    );
    if (!isRunning) return;
    const { id } = added.rows[0]!;
    await backend.pool.query('update graphile_worker._private_jobs set locked_at = now() where id = $1', [id]);
  };
  await add('swap_photo:high', null, 40);
  await add('swap_video', 'account-a', 900, true);
  await add('swap_video', 'account-a', 600);
  await add('swap_video', 'account-b', 70);
  expect(Math.floor(await told('faceswap_queue_oldest_seconds', 'lane="interactive"'))).toBe(40);
  expect(Math.floor(await told('faceswap_queue_oldest_seconds', 'lane="batch"'))).toBe(70);
  const names = (lane: 'interactive' | 'batch') => Object.keys(handlersOf(backend.deps as never, lane));
  expect(names('batch').filter((job) => laneOf(job) === 'interactive')).toEqual(names('interactive'));
});

test('killed and successful ffmpeg processes are counted', async () => {
  countFfmpegRuns();
  const run = async (args: string[], kill = false) => {
    const child = await startDecoder({ program: 'ffmpeg', kind: 'frames', args, stdio: 'ignore' });
    if (kill) killDecoder(child);
    await once(child, 'exit');
  };
  await run(['-version']);
  await run(['-i', '/no/such/file']);
  await run(['-f', 'lavfi', '-i', 'color', '-f', 'null', '-'], true);
  const probe = await startDecoder({ program: 'ffprobe', kind: 'probe', args: ['-version'], stdio: 'ignore' });
  await once(probe, 'exit');
  for (const how of ['well', 'fault', 'killed'])
    expect(await told('faceswap_ffmpeg_ended_total', `how="${how}"`), how).toBe(1);
});

test('one request id is in the logs of the API and of the job it queued', async () => {
  const backend = await openBackend();
  const lines: { requestId?: string; msg: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  backend.deps.log = createLog('test', 'debug', undefined, { write });
  await backend.startWorker();
  await backend.fetch('/email/forgot_password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'given-by-the-web' },
    body: JSON.stringify({ email: 'nobody@example.com' }),
  });
  // The job may end before the answer is logged.
  const messages = () => lines.flatMap(({ requestId, msg }) => (requestId === 'given-by-the-web' ? [msg] : [])).sort();
  await expect.poll(messages).toEqual(['call_answered', 'job_ended']);
});

test('logged errors are reported with their request', () => {
  const reported: unknown[] = [];
  const log = createLog('test', 'info', (fields, message) => void reported.push([fields, message]), { write() {} });
  const err = new Error('broken');
  log.error({ err, job: 'swap_photo' }, 'job_failed');
  log.warn({ err }, 'not ours to mend');
  expect(reported).toEqual([[{ err, job: 'swap_photo' }, 'job_failed']]);
});
