// PostgreSQL, the server (pages and API) and two workers.
import { join } from 'node:path';

import { describeDecoders } from '#engine/decoder/describe';

import { openContentSigner } from '#backend/compose/credentials';
import { demo } from '#backend/domain/account/ensure-demo';
import { type Launch, readLaunch } from '#backend/launch/configuration';
import { withContentCertificate } from '#backend/launch/content-certificate';
import { isSetUpFault } from '#backend/launch/is-set-up-fault';
import { onNpmExit } from '#backend/launch/npm-exit';
import { programsBeside } from '#backend/launch/programs';
import { createStack } from '#backend/launch/stack';
import { printEvent } from '#backend/launch/terminal';

let stopping = false;

try {
  const launch = await withContentCertificate(readLaunch(process.env));
  const { CREDENTIALS_CERTIFICATE, CREDENTIALS_KEY } = launch.environment;
  openContentSigner({ CREDENTIALS_CERTIFICATE, CREDENTIALS_KEY }); // reports what is wrong with them before anything starts
  const stack = createStack(launch, programsBeside(import.meta.url));
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    printEvent('Stopping.');
    await stack.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
  onNpmExit(process.env, () => void stop());

  const workers = await stack.start();
  if (!stopping) await announce(launch, workers);
} catch (error) {
  if (!stopping) fail(error as Error);
}

/** Workers report their decoders, since they may run as another user. */
async function announce({ environment, dataDirectory }: Launch, workers: string | undefined): Promise<void> {
  console.log(`\nFaceswap runs at ${environment.PUBLIC_URL}`);
  const isLocal = (environment.APP_ENV || 'local') === 'local';
  if (isLocal) console.log(`Log in as ${demo.email} with the password ${demo.password}`);
  if (workers) console.log(`Workers: ${workers}`);
  const { warning } = environment.APP_ENV === 'prod' ? await describeDecoders() : {};
  if (warning) console.log(`Warning: ${warning}`);
  console.log(`Logs are in ${join(dataDirectory, 'logs')}. Stop with Ctrl-C.`);
}

function fail(error: Error): never {
  const isExpected = isSetUpFault(error);
  const details = process.env.DEBUG ? error.stack : `${error.message}${isExpected ? '' : ' (DEBUG=1 shows where.)'}`;
  console.log(`\n${details}`);
  process.exit(1);
}
