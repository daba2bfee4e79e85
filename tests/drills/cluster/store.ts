import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

import { openStore, type S3Settings } from '#backend/providers/storage/s3/client';

import { hostAddress } from './network';
import type { StoreError } from './plan';

const { TEST_S3_ENDPOINT, TEST_S3_BUCKET, TEST_S3_REGION, TEST_S3_ACCESS_KEY_ID, TEST_S3_SECRET_ACCESS_KEY } =
  process.env;
const gatewayPort = 9000;
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface ClusterStore {
  settings: S3Settings;
  /** `npm` emulator, or the store of TEST_S3_ENDPOINT. */
  isEmulated: boolean;
  fail(error: StoreError | 'none'): void;
  stop(): void;
}

/** A gateway in a namespace, in front of the store that TEST_S3_ENDPOINT names or of an emulator. */
export async function openClusterStore(folder: string, address: string, enter: string[]): Promise<ClusterStore> {
  const bucket = TEST_S3_BUCKET ?? 'faceswap-test';
  const emulator = TEST_S3_ENDPOINT ? undefined : await startEmulator(folder, bucket);
  const real = new URL(TEST_S3_ENDPOINT ?? emulator!.url);
  const bridge = createServer((near) => {
    const far = connect(Number(real.port || 80), real.hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const)
      end.on('error', () => other.destroy()).on('close', () => other.destroy());
    near.pipe(far).pipe(near);
  }).listen(0, hostAddress);
  await once(bridge, 'listening');
  const target = String((bridge.address() as AddressInfo).port);
  const gateway = spawn(
    'nsenter',
    [
      ...[...enter, '--', process.execPath, '--import', 'tsx', program('./store-gateway.ts')],
      ...[address, String(gatewayPort), hostAddress, target],
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  await once(gateway, 'message');
  const settings: S3Settings = {
    ...{ bucket, prefix: `cluster-${randomUUID()}/`, region: TEST_S3_REGION ?? 'us-east-1', isPathStyle: true },
    endpoint: `http://${address}:${gatewayPort}`,
    keys: { id: TEST_S3_ACCESS_KEY_ID ?? 'S3RVER', secret: TEST_S3_SECRET_ACCESS_KEY ?? 'S3RVER' },
  };
  if (!emulator) await createBucket(settings);
  return {
    settings,
    isEmulated: Boolean(emulator),
    fail: (error) => void gateway.send(error),
    stop() {
      gateway.disconnect();
      emulator?.process.disconnect();
      bridge.close();
    },
  };
}

async function startEmulator(folder: string, bucket: string): Promise<{ url: string; process: ChildProcess }> {
  const child = fork(program('./store-emulator.ts'), [folder, bucket]);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, process: child };
}

async function createBucket(settings: S3Settings): Promise<void> {
  const { sdk, client } = await openStore(settings);
  await client.send(new sdk.CreateBucketCommand({ Bucket: settings.bucket })).catch((error: Error) => {
    if (!error.name.startsWith('BucketAlready')) throw error;
  });
}
