import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { inRoot } from './root.mjs';

/** Longer than a process needs between the two steps of opening a socket. */
const SECOND_LOOK_MS = 100;

/**
 * Runs the work while no other process does so for this place: a socket, which the system closes with its process. Where
 * none can be opened, as in a read-only folder, the work runs at once.
 * @template T
 * @param {() => Promise<T> | T} work
 * @param {{ place?: string, onWait?: () => void }} [options] `onWait`: called once
 * @returns {Promise<T>}
 */
export async function alone(work, { place = inRoot('build/setup.sock'), onWait = () => {} } = {}) {
  const release = await acquire(place, onWait);
  try {
    return await work();
  } finally {
    release();
  }
}

async function acquire(place, onWait) {
  // The path of a socket may have 103 bytes on some systems.
  const path = relative(process.cwd(), place) || place;
  let hasWaited = false;
  for (;;) {
    const opened = await open(path);
    if (opened !== 'taken') return opened;
    const holder = await reach(path);
    if (holder === 'none') {
      await removeAbandoned(path);
      continue;
    }
    if (!hasWaited) onWait();
    hasWaited = true;
    if (!holder.closed) await new Promise((resolve) => holder.once('close', resolve));
  }
}

/** @returns {Promise<'taken' | (() => void)>} how to release it */
function open(path) {
  try {
    mkdirSync(dirname(path));
  } catch {
    // It exists, or the socket cannot be opened either.
  }
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
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
      resolve(code === 'EADDRINUSE' ? 'taken' : () => {}),
    );
    server.listen(path, () => resolve(release));
  });
}

/** @returns {Promise<import('node:net').Socket | 'none'>} the connection to the process that holds the socket */
async function reach(path) {
  const holder = await tryConnect(path);
  if (holder !== 'none') return holder;
  await pause(SECOND_LOOK_MS); // it may be about to listen
  return tryConnect(path);
}

function tryConnect(path) {
  const socket = connect(path).resume();
  return new Promise((resolve) => {
    socket.on('error', () => resolve('none')).once('connect', () => resolve(socket));
  });
}

/** Of a killed process. */
async function removeAbandoned(path) {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return; // another process has done it
  }
  const holder = await tryConnect(aside);
  if (holder === 'none') return rmSync(aside, { force: true });
  holder.destroy(); // of a process that has opened it since
  renameSync(aside, path);
}
