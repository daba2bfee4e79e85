import type { Output } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { confirmIdentity } from '#backend/domain/account/confirm-identity';
import { AppError } from '#backend/domain/app-error';
import type { AppContext, SessionContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { expiringLink } from '#backend/domain/media-links';
import { uuidPattern } from '#backend/domain/uuid';
import { endPlaces, exportFiles, partsOf } from './export-files';
import { exportedRows, exportText } from './export-rows';

/** The links name account, part and where it begins and ends; nothing is stored. */
export async function exportData(
  deps: SessionContext,
  { password }: { password?: string | undefined },
): Promise<Output<'my_data_export'>> {
  await confirmIdentity(deps, password);
  const { db, accountId, clientAddress } = deps;
  await consumeRateLimit(deps, limits.dataExportOfAccount, accountId);
  const parts = partsOf(await exportFiles(db, accountId));
  await inTransaction(db, async (trx) => {
    const { email } = await trx
      .selectFrom('account')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await deps.audit.record({ event: 'data_exported', accountId, clientAddress }, trx);
    await deps.jobs.add(trx, 'send_mail', { mail: 'data_exported', email });
  });
  const places = [endPlaces[0], ...parts.slice(1).map(([first]) => first!.place), endPlaces[1]];
  const links = parts.map((files, index) => {
    const number = index + 1;
    const key = `data-exports/${accountId}/${places[index]}_${places[number]}/${number}.zip`;
    const link = expiringLink(deps, key, `faceswap-data-${number}.zip`);
    return { ...link, files: files.length };
  });
  return {
    parts: links.map(({ url, files }) => ({ url, files })),
    expires_at: links[0]!.expires.toISOString(),
  };
}

export type ExportEntry =
  | { key: string; name: string; size: number; changed: Date }
  | { name: string; changed: Date; text: () => Promise<string> };

const partKey = new RegExp(`^data-exports/(${uuidPattern})/(\\d[\\da-f-]*)_(\\d[\\da-f-]*)/([1-9]\\d{0,4})\\.zip$`);

/**
 * Read again at each download, so that a link does not outlive its account. A file that was deleted since moves no other one
 * from part to part. Null if the key is another's.
 * @throws AppError `not_found`
 */
export async function exportOf(
  deps: Pick<AppContext, 'db' | 'storage' | 'now'>,
  key: string,
): Promise<ExportEntry[] | null> {
  const [, accountId, from, to, number] = partKey.exec(key) ?? [];
  if (!accountId) return null;
  const account = await deps.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (!account) throw new AppError('not_found');
  const entries: ExportEntry[] = number === '1' ? rowEntries(deps, accountId) : [];
  for (const file of await exportFiles(deps.db, accountId)) {
    if (file.place < from! || file.place >= to!) continue;
    const size = await deps.storage.size(file.key);
    if (size !== null) entries.push({ ...file, size });
  }
  return entries;
}

function rowEntries({ db, now }: Pick<AppContext, 'db' | 'now'>, accountId: string): ExportEntry[] {
  const changed = now();
  const rows = Object.keys(exportedRows).map((name) => ({
    name: `${name}.json`,
    changed,
    text: () => exportText(db, name, accountId),
  }));
  return [{ name: 'README.txt', changed, text: async () => readme }, ...rows];
}

const readme = `Your data at Faceswap.

account, sign-in, devices     who you are here, and how you sign in
consents                      the statements you gave, with wording and time
faces, uploads, orders        what you uploaded and ordered; their files are in the folders of the parts,
                              with the id of their entry in the name
moderation                    decisions against files, with their scores
shared-links                  links to results
ledger, payments, subscriptions, invoices
api-keys, webhooks            without their secrets
security-log                  sign-ins and changes, with network address, of one year

"complete" is false if a file does not have all entries: write to us for the others.
Left out: passwords, keys and other secrets, and pictures that are computed from yours, such as thumbnails.
`;
