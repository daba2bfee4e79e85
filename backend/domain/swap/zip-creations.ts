import { rules, type Output, type Parsed } from '#contract';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { expiringLink } from '#backend/domain/media-links';
import { downloadName, creationsOf } from './present';

export interface ZippedFile {
  key: string;
  name: string;
  size: number;
  changed: Date;
}

type Reader = Pick<UserContext, 'db' | 'storage' | 'accountId'>;

/** The link names the creations, so that nothing is stored; see `zipOf`. */
export async function zipCreations(
  deps: UserContext,
  { order_ids }: Parsed<'zip_orders'>,
): Promise<Output<'zip_orders'>> {
  const files = await filesOfCreations(deps, order_ids);
  if (files.length === 0) {
    throw new AppError('not_found', { message: 'None of these creations has a result to download.' });
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > rules.zipMaxBytes) {
    throw new AppError('too_large', {
      message: `These results have ${inGigabytes(bytes)} together. A zip file may have at most ${inGigabytes(rules.zipMaxBytes)}: select fewer.`,
    });
  }
  const name = files.length === 1 ? '1-creation' : `${files.length}-creations`;
  const { url, expires } = expiringLink(
    deps,
    `zips/${deps.accountId}/${order_ids.join('/')}.zip`,
    `faceswap-${name}.zip`,
  );
  return { url, files: files.length, bytes, expires_at: expires.toISOString() };
}

/** Null if it is no key of a zip. */
export async function zipOf(deps: Pick<Reader, 'db' | 'storage'>, key: string): Promise<ZippedFile[] | null> {
  const [folder, accountId, ...orderIds] = key.replace(/\.zip$/, '').split('/');
  if (folder !== 'zips' || !accountId || orderIds.length === 0) return null;
  return filesOfCreations({ ...deps, accountId }, orderIds);
}

/** In the order of the ids, under different names. */
async function filesOfCreations({ db, storage, accountId }: Reader, orderIds: string[]): Promise<ZippedFile[]> {
  const rows = await creationsOf(db, accountId)
    .select(['creation.id', 'creation.name', 'creation.result_key', 'task.finished_at'])
    .where('creation.id', 'in', orderIds)
    .where('creation.result_key', 'is not', null)
    .where('task.status', '=', 'succeeded')
    .execute();
  rows.sort((a, b) => orderIds.indexOf(a.id) - orderIds.indexOf(b.id));
  const files: ZippedFile[] = [];
  for (const { name, result_key, finished_at } of rows) {
    const key = result_key!;
    const size = await storage.size(key);
    if (size === null) continue;
    const wanted = downloadName(name, key.split('.').at(-1)!);
    files.push({ key, name: unusedName(wanted, files), size, changed: finished_at ?? new Date(0) });
  }
  return files;
}

/** Ignores case, as many disks do: `holiday-faceswap-2.jpg`. */
function unusedName(wanted: string, files: ZippedFile[]): string {
  const taken = new Set(files.map(({ name }) => name.toLowerCase()));
  const dot = wanted.lastIndexOf('.');
  let name = wanted;
  for (let number = 2; taken.has(name.toLowerCase()); number++) {
    name = `${wanted.slice(0, dot)}-${number}${wanted.slice(dot)}`;
  }
  return name;
}

const inGigabytes = (bytes: number) => `${(Math.ceil((bytes / 1024 ** 3) * 10) / 10).toLocaleString('en')} GB`;
