import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker, type ResourceLimits } from 'node:worker_threads';

import type { Report } from '#shared/credentials/check-file';

import { environment } from '~/server/environment.server';
import { InvalidFileError } from '~/server/errors';

export interface CheckRequest {
  file: string;
  /** PEM. */
  authorities: readonly string[];
}

/** Of hostile files; one of 60 MB takes a second. */
const TIMEOUT_MS = 30_000;

/** Manifests have up to 2 MB. The bytes of the picture, outside of these limits, have up to 60 MB. */
const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

const tooMuch =
  'This file was not checked: reading its credentials takes too long or too much memory. It may have been made here, or not.';

/** Starting a thread takes longer than most checks. Later, its memory is worth more. */
const IDLE_MS = 60_000;
const idle = new Map<Worker, NodeJS.Timeout>();

/**
 * The server answers other requests while the thread checks the file.
 * @throws InvalidFileError if the check takes too long or too much memory, Error if the file cannot be read
 */
export async function checkInThread(request: CheckRequest, timeoutMs = TIMEOUT_MS): Promise<Report> {
  const thread = takeThread();
  try {
    const report = await ask(thread, request, timeoutMs);
    thread.unref();
    idle.set(thread, setTimeout(() => void thread.terminate(), IDLE_MS).unref());
    return report;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

function takeThread(): Worker {
  for (const [thread, timer] of idle) {
    clearTimeout(timer);
    idle.delete(thread);
    thread.ref();
    return thread;
  }
  const thread = startThread();
  thread.on('exit', () => idle.delete(thread));
  thread.on('error', () => {}); // Without listeners, the error of an idle thread would end the server.
  return thread;
}

async function ask(thread: Worker, request: CheckRequest, timeoutMs: number): Promise<Report> {
  const listening = new AbortController();
  const { signal } = listening;
  try {
    thread.postMessage(request);
    const answer = once(thread, 'message', { signal });
    const end = once(thread, 'exit', { signal }).then(() => Promise.reject(ended()));
    const timeout = delay(timeoutMs, undefined, { signal }).then(() => Promise.reject(refusal()));
    const [report] = await Promise.race([answer, end, timeout]);
    return report as Report;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? refusal() : error;
  } finally {
    listening.abort();
  }
}

const ended = () => new Error('The thread ended before it had checked the file.');
const refusal = () => new InvalidFileError({ error: 'too_large', message: tooMuch });

/** Paths are relative to the working directory, the root of the installation. */
function startThread(): Worker {
  if (environment.NODE_ENV === 'production') return new Worker(resolve('build/check-thread.js'), { resourceLimits });
  const source = pathToFileURL(resolve('app/features/verify/check-thread.ts')).href;
  return new Worker(resolve('engine/threads/load-source.mjs'), { workerData: source, resourceLimits });
}
