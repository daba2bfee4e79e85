import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { requireSpace } from './disk.mjs';
import { SetupFailure } from './failure.mjs';
import { root } from './root.mjs';
import { runProgram } from './run-program.mjs';

const SPACE_FOR_PACKAGES = 2e9;
const NETWORK_FAULTS =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|_CERT|CERT_/;

/** Exactly those of the folder's package-lock.json. */
export async function installPackages(say, folder = root) {
  if (packagesMatchLock(folder)) return 'up to date';
  requireSpace(root, SPACE_FOR_PACKAGES, 'the packages');
  say('installing, a few minutes the first time …');
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--prefix', folder];
  const { code, output } = await runNpm(['ci', ...options]);
  if (code !== 0) throw new SetupFailure(explain(output));
  return 'installed';
}

/** npm lists installed packages in a lock file inside node_modules. */
export function packagesMatchLock(folder = root) {
  const installedList = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(installedList)) return false;
  return lockIsSatisfied(readPackages(join(folder, 'package-lock.json')), readPackages(installedList));
}

/**
 * @typedef {{ name?: string, version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @param {Record<string, LockedPackage>} wanted the lock file's packages by path
 * @param {Record<string, LockedPackage>} installed npm's list; it lacks packages of other platforms
 */
export function lockIsSatisfied(wanted, installed) {
  const places = Object.keys(wanted).filter((place) => place !== '');
  const complete = places.every((place) => {
    const there = installed[place];
    if (!there) return wanted[place].optional === true || wanted[place].devOptional === true;
    return there.version === wanted[place].version && there.integrity === wanted[place].integrity;
  });
  return complete && Object.keys(installed).every((place) => place in wanted);
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

function runNpm(args) {
  const runningNpm = process.env.npm_execpath;
  const isNpm = runningNpm !== undefined && basename(runningNpm) === 'npm-cli.js';
  return isNpm ? runProgram(process.execPath, [runningNpm, ...args]) : runProgram('npm', args);
}

export function explain(output) {
  const lines = output.split('\n').filter((line) => line.startsWith('npm error'));
  const complaint = lines.map((line) => line.replace(/^npm error( code)?/, '').trim()).filter(Boolean);
  if (/ENOSPC|EDQUOT/.test(output)) return 'The disk is full: the packages need 2 GB. Make room and start again.';
  if (NETWORK_FAULTS.test(output)) {
    return `npm cannot reach its package registry (${complaint[0] ?? 'no answer'}). Check the network and start again.`;
  }
  return `npm could not install the packages:\n${complaint.slice(0, 5).join('\n')}\nTo see it all: npm ci`;
}
