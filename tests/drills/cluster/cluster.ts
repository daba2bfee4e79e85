import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { type Instance, openBalancer } from './balancer';
import { type Database, openDatabase } from './database';
import { Machine } from './machine';
import { type Network, hostAddress, openNetwork } from './network';
import { apiNames, machineNames, type RoleName, roleNames, webNames } from './plan';
import { type ClusterStore, openClusterStore } from './store';

const execute = promisify(execFile);
const clockPreload = fileURLToPath(new URL('./clock-preload.mjs', import.meta.url));
const [sitePort, apiPort] = [3000, 3001];
/** Room for a short video, and the reserve. */
const diskMegabytes = 640;
const secret = () => randomBytes(32).toString('base64url');

export interface Cluster {
  siteUrl: string;
  apiUrl: string;
  /** Where the roles' folders and logs are. */
  folder: string;
  network: Network;
  database: Database;
  store: ClusterStore;
  machines: Record<RoleName, Machine>;
  /** Of web and API. */
  instances: Instance[];
  /** As the roles have it. */
  environment: Record<string, string>;
  dataOf(role: RoleName): string;
  stop(): Promise<void>;
}

/** Two web, two API, three workers, PostgreSQL and the store's gateway, each in a namespace; balancers in front. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'faceswap-cluster-'));
  chmodSync(folder, 0o711); // PostgreSQL has a user of its own
  const network = await openNetwork(machineNames);
  const address = network.addressOf;
  const database = await openDatabase(folder, address('database'), network.enter('database'));
  const store = await openClusterStore(folder, address('store'), network.enter('store'));
  const site = await openBalancer(sitePort, instancesOf(webNames, sitePort));
  const api = await openBalancer(apiPort, instancesOf(apiNames, apiPort));
  const { bucket, prefix, endpoint, keys, region } = store.settings;
  const environment = {
    ...{ NODE_ENV: 'production', APP_ENV: 'local', LOG_LEVEL: 'info', PATH: process.env.PATH ?? '' },
    ...{ PUBLIC_URL: site.url, API_PUBLIC_URL: api.url, TRUSTED_PROXIES: hostAddress },
    ...{ MEDIA_SECRET: secret(), SESSION_SECRET: secret(), DATABASE_URL: database.url, DATABASE_POOL: '10' },
    ...{ STORAGE_URL: `s3://${bucket}/${prefix.slice(0, -1)}`, S3_ENDPOINT: endpoint!, S3_REGION: region ?? '' },
    ...{ S3_ACCESS_KEY_ID: keys!.id, S3_SECRET_ACCESS_KEY: keys!.secret, MEDIA_CACHE_MB: '50', ENGINE_THREADS: '1' },
  };
  const dataOf = (role: RoleName) => join(folder, role);
  const shared = ['sandbox', 'outbox'].map((name) => join(folder, name)); // payment provider and mail server
  for (const each of shared) mkdirSync(each);
  const machines = {} as Record<RoleName, Machine>;
  for (const role of roleNames) {
    const data = dataOf(role);
    mkdirSync(data);
    await execute('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', data]);
    for (const each of shared) symlinkSync(each, join(data, each.slice(folder.length + 1)));
    mkdirSync(join(data, 'tmp'));
    machines[role] = new Machine({
      name: role,
      enter: network.enter(role),
      command: commandOf(role),
      environment: { ...environment, ...settingsOf(role, data, api.url), DRILL_CLOCK: join(data, 'clock') },
      log: join(folder, `${role}.log`),
    });
  }

  function instancesOf(names: readonly RoleName[], port: number): Instance[] {
    return names.map((name) => ({ name, host: address(name), port }));
  }

  async function stop(): Promise<void> {
    site.close();
    api.close();
    await Promise.all(Object.values(machines).map((machine) => machine.kill()));
    await database.stop('fast');
    store.stop();
    await network.remove();
    for (const role of roleNames) await execute('umount', ['-l', dataOf(role)]);
  }

  return {
    ...{ siteUrl: site.url, apiUrl: api.url, folder, network, database, store, machines, environment, dataOf, stop },
    instances: [...instancesOf(webNames, sitePort), ...instancesOf(apiNames, apiPort)],
  };
}

export const removeFolder = ({ folder }: Cluster) => rmSync(folder, { recursive: true, force: true });

function commandOf(role: RoleName): string[] {
  const program = role.startsWith('web') ? 'server' : role.startsWith('api') ? 'api' : 'worker';
  return [process.execPath, '--import', clockPreload, '--import', './build/monitor.js', `build/${program}.js`];
}

function settingsOf(role: RoleName, data: string, apiUrl: string): Record<string, string> {
  const places = { DATA_DIR: data, TMPDIR: join(data, 'tmp') };
  if (role.startsWith('web')) return { ...places, PORT: String(sitePort), API_URL: apiUrl };
  if (role.startsWith('api')) return { ...places, PORT: String(apiPort) };
  return { ...places, WORKER_LANE: role === 'worker1' ? 'interactive' : 'batch' };
}
