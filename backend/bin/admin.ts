// `npm run admin`. Defaults to the local stack's database.
import { existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';

import { surviveClosedOutput } from '#engine/cli/closed-output';
import { runAdmin, type WithContext } from '#backend/admin/run';
import { readConfiguration } from '#backend/config/read';
import { apiSchema } from '#backend/config/schema';
import { migrate } from '#backend/db/migrate';
import { readLaunch } from '#backend/launch/configuration';
import { reach, withSiteDatabase } from '#backend/launch/site-database';
import { openDeps } from '#backend/compose/deps';
import { createLog } from '#backend/compose/log';

const open: WithContext = (work) => {
  const launch = readLaunch(process.env, { startsAll: false, mustExist: true });
  return withSiteDatabase(launch, async (url) => {
    const config = readConfiguration(apiSchema, { ...launch.environment, DATABASE_URL: url });
    await reach(url, migrate);
    const { deps, close } = await openDeps(config, { log: createLog('admin', 'silent'), pool: { max: 4 } });
    const operator = userInfo().username;
    const returnToRoot = actAsOwnerOf(join(resolve(config.DATA_DIR), 'media'));
    return work({ ...deps, operator }).finally(async () => {
      returnToRoot();
      await close();
    });
  });
};

/** The server must be able to read what root writes. */
function actAsOwnerOf(folder: string): () => void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return () => {};
  const { uid, gid } = statSync(folder);
  process.setegid!(gid);
  process.seteuid!(uid);
  return () => {
    process.seteuid!(0);
    process.setegid!(0);
  };
}

surviveClosedOutput();
const exitCode = await runAdmin(
  process.argv.slice(2),
  {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    debug: Boolean(process.env.DEBUG),
  },
  open,
);
process.exitCode ??= exitCode;
