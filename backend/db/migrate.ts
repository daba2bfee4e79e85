import { runMigrations } from 'graphile-worker';
import { Migrator, type Migration } from 'kysely';
import { announceFreeQueues } from './announce-free-queues';
import { connect } from './connect';
import * as accounts from './migrations/001-accounts';
import * as credits from './migrations/002-credits';
import * as mediaAndWork from './migrations/003-media-and-work';
import * as mailCodes from './migrations/004-mail-codes';
import * as creationNames from './migrations/005-creation-names';
import * as identitiesAndLimits from './migrations/006-identities-and-limits';
import * as payments from './migrations/007-payments';
import * as movingMedia from './migrations/008-moving-media';
import * as feedback from './migrations/010-feedback';
import * as previews from './migrations/011-previews';
import * as takedowns from './migrations/012-takedowns';
import * as uploadGrants from './migrations/013-upload-grants';
import * as containers from './migrations/014-containers';
import * as claims from './migrations/015-claims';
import * as welcomedAddresses from './migrations/016-welcomed-addresses';
import * as apiKeys from './migrations/017-api-keys';
import * as webhooks from './migrations/018-webhooks';
import * as sampleFaces from './migrations/019-sample-faces';
import * as facePhotos from './migrations/020-face-photos';
import * as taskEstimates from './migrations/021-task-estimates';
import * as exports from './migrations/022-exports';
import * as shares from './migrations/023-shares';
import * as mailWhenDone from './migrations/024-mail-when-done';
import * as deletions from './migrations/025-deletions';
import * as activationDevice from './migrations/027-activation-device';
import * as invoices from './migrations/028-invoices';
import * as batches from './migrations/029-batches';
import * as faceDeletions from './migrations/030-face-deletions';
import * as qualities from './migrations/031-qualities';
import * as qualityNames from './migrations/032-quality-names';
import * as moderation from './migrations/034-moderation';
import * as suspensionReasons from './migrations/035-suspension-reasons';
import * as sessions from './migrations/036-sessions';
import * as oneTimeCodes from './migrations/037-one-time-codes';
import * as passkeys from './migrations/038-passkeys';
import * as fingerprints from './migrations/039-fingerprints';
import * as largeTables from './migrations/042-large-tables';
import * as blockedFaces from './migrations/044-blocked-faces';
import * as sharedSegments from './migrations/045-shared-segments';
import * as lists from './migrations/047-lists';
import * as emailChanges from './migrations/048-email-changes';
import * as googleConnections from './migrations/049-google-connections';
import * as attachmentNetworks from './migrations/050-attachment-networks';

/** Never change a released migration. */
const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-credits': credits,
  '003-media-and-work': mediaAndWork,
  '004-mail-codes': mailCodes,
  '005-creation-names': creationNames,
  '006-identities-and-limits': identitiesAndLimits,
  '007-payments': payments,
  '008-moving-media': movingMedia,
  '010-feedback': feedback,
  '011-previews': previews,
  '012-takedowns': takedowns,
  '013-upload-grants': uploadGrants,
  '014-containers': containers,
  '015-claims': claims,
  '016-welcomed-addresses': welcomedAddresses,
  '017-api-keys': apiKeys,
  '018-webhooks': webhooks,
  '019-sample-faces': sampleFaces,
  '020-face-photos': facePhotos,
  '021-task-estimates': taskEstimates,
  '022-exports': exports,
  '023-shares': shares,
  '024-mail-when-done': mailWhenDone,
  '025-deletions': deletions,
  '027-activation-device': activationDevice,
  '028-invoices': invoices,
  '029-batches': batches,
  '030-face-deletions': faceDeletions,
  '031-qualities': qualities,
  '032-quality-names': qualityNames,
  '034-moderation': moderation,
  '035-suspension-reasons': suspensionReasons,
  '036-sessions': sessions,
  '037-one-time-codes': oneTimeCodes,
  '038-passkeys': passkeys,
  '039-fingerprints': fingerprints,
  '042-large-tables': largeTables,
  '044-blocked-faces': blockedFaces,
  '045-shared-segments': sharedSegments,
  '047-lists': lists,
  '048-email-changes': emailChanges,
  '049-google-connections': googleConnections,
  '050-attachment-networks': attachmentNetworks,
};

const newest = Object.keys(migrations).at(-1)!;

/** @throws Error if no API of this release has migrated the database yet */
export async function assertMigrated(url: string): Promise<void> {
  const { pool, close } = connect(url, { max: 1 });
  try {
    const { rows } = await pool.query<{ exists: boolean }>(
      "select to_regclass('kysely_migration') is not null as exists",
    );
    const applied = rows[0]!.exists ? await pool.query('select from kysely_migration where name = $1', [newest]) : null;
    if (applied?.rowCount) return;
    throw new Error(`it lacks migration ${newest}, which an API of this release makes when it starts`);
  } finally {
    await close();
  }
}

/** Safe to run concurrently. @returns the migrations applied */
export async function migrate(url: string, last?: string): Promise<string[]> {
  const { db, pool, close } = connect(url, { max: 2 });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results = [] } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
    if (error) throw new Error(`The database could not be migrated: ${String(error)}`, { cause: error });
    await runMigrations({ pgPool: pool });
    await announceFreeQueues(db);
    return results.map((result) => result.migrationName);
  } finally {
    await close();
  }
}
