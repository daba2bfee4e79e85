import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { inRoot } from './root.mjs';

/** Two processes that found each other try again after different times. */
const RETRY_MS = 50;

/**
 * Runs the work while no other process does so for this place, which is a folder. Each process that wants to work opens its
 * own socket in the folder, and only then looks for those of other processes: of two, at least one finds the other. The
 * system closes the socket when its process ends. Where no socket can be opened, as in a read-only folder, the work runs at
 * once. By default the folder is not below `build`, which a build deletes.
 * @template T
 * @param {() => Promise<T> | T} work
 * @param {{ place?: string, onWait?: () => void }} [options] `onWait`: called once
 * @returns {Promise<T>}
 */
export async function alone(work, { place = inRoot('.cache/setup'), onWait = () => {} } = {}) {
  const release = await acquire(place, onWait);
  try {
    return await work();
  } finally {
    release();
  }
}

async function acquire(place, onWait) {
  // The path of a socket may have 103 bytes on some systems.
  const folder = relative(process.cwd(), place) || place;
  let hasWaited = false;
  for (;;) {
    const own = await open(folder);
    if (!own) return () => {};
    const other = await findOther(folder, own.name);
    // Another process that found the socket before it listened has deleted it as abandoned.
    if (!other && existsSync(join(folder, own.name))) return own.release;
    own.release();
    if (other) {
      if (!hasWaited) onWait();
      hasWaited = true;
      if (!other.closed) await new Promise((resolve) => other.once('close', resolve));
    }
    await pause(Math.random() * RETRY_MS);
  }
}

/** @returns {Promise<{ name: string, release: () => void } | undefined>} undefined where none can be opened */
function open(folder) {
  for (const path of [dirname(folder), folder]) {
    try {
      mkdirSync(path);
    } catch {
      // It exists, or the socket cannot be opened either.
    }
  }
  const name = randomBytes(6).toString('hex'); // never used again, so any process that finds it abandoned may delete it
  const waiting = new Set();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => {}).once('close', () => waiting.delete(socket));
  });
  const release = () => {
    server.close();
    for (const socket of waiting) socket.destroy();
  };
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(join(folder, name), () => resolve({ name, release }));
  });
}

/** @returns {Promise<import('node:net').Socket | undefined>} a connection to another process that has opened a socket */
async function findOther(folder, own) {
  for (const name of readdirSync(folder)) {
    if (name === own) continue;
    const path = join(folder, name);
    const found = await tryConnect(path);
    if (typeof found === 'object') return found;
    if (found === 'ECONNREFUSED') rmSync(path, { force: true }); // of a killed process
  }
  return undefined;
}

/** @returns {Promise<import('node:net').Socket | string | undefined>} a connection, or the code of the error */
function tryConnect(path) {
  const socket = connect(path).resume();
  return new Promise((resolve) => {
    socket.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) => resolve(code));
    socket.once('connect', () => resolve(socket));
  });
}
