import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

import { upload } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';
import { exchange } from '#tests/support/raw-http';
import { postmasterPid } from '#tests/support/stack';

import { faultsOf, tally, type Drill, type Site } from '#tests/drills/drill';

const run = promisify(execFile);
const attachments = 80;
const mostAttachments = 60;
const diskMegabytes = 640;

let picture: Buffer;
/** Almost the 10 MB of an attachment. */
async function makePicture(): Promise<void> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const create = { width: 1800, height: 1800, channels: 3 as const, background: '#888', noise };
  picture = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer();
}

/**
 * Needs no account. Returns the first status other than 200, or 200; 0 if the server closed the connection
 * during the upload.
 */
async function attach({ url, port }: Site, address?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(address ? { 'x-forwarded-for': address } : {}) };
  const signed = await fetch(`${url}/api/feedback/sign_url`, { method: 'POST', headers, body: '{"format":"png"}' });
  if (signed.status !== 200) return signed.status;
  const { upload: place } = (await signed.json()).data as { upload: { url: string; headers: Record<string, string> } };
  const { pathname, search } = new URL(place.url, url);
  const request = { method: 'PUT', path: `${pathname}${search}`, headers: place.headers, body: picture };
  return (await exchange(port, request)).status;
}

async function writeFeedback({ url }: Site, address: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const body = JSON.stringify({ contents: 'x'.repeat(4000), email: 'a@example.com' });
  return (await fetch(`${url}/api/feedback/create`, { method: 'POST', headers, body })).status;
}

/** Only root may mount it. */
async function smallDisk() {
  if (process.getuid?.() !== 0) return { cannot: 'needs root, to mount a small disk' };
  const path = await mkdtemp(join(tmpdir(), 'faceswap-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', path]);
  } catch {
    await rm(path, { recursive: true });
    return { cannot: 'needs the right to mount a small disk' };
  }
  await chmod(path, 0o711);
  const remove = async () => {
    await run('umount', ['-l', path]);
    await rm(path, { recursive: true });
  };
  return { path, remove };
}

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `198.18.${n >> 8}.${n & 255}`);

export const disk: Drill[] = [
  {
    name: 'attachments',
    title: `${attachments} attachments of 10 MB without an account`,
    prepare: makePicture,
    async run(site) {
      const answers: number[] = [];
      for (let n = 0; n < attachments; n++) answers.push(await attach(site));
      const accepted = answers.filter((status) => status === 200).length;
      const tooMany = accepted > mostAttachments ? [`${accepted} attachments of one address were accepted`] : [];
      const faults = faultsOf(answers, (status) => status < 500);
      return { outcome: tally(answers), faults: [...faults, ...tooMany] };
    },
  },
  {
    name: 'disk',
    title: `a disk of ${diskMegabytes} MB filled from many addresses`,
    dataDirectory: smallDisk,
    prepare: makePicture,
    async run(site) {
      const photo = portraitBytes('otto');
      const kept = await upload(site.member, site.member, photo, 'kept.jpg');
      const postmaster = postmasterPid(site.dataDirectory);
      const filling: number[] = [];
      for (const address of addresses(attachments)) filling.push(await attach(site, address));
      const rows: number[] = [];
      for (const address of addresses(40)) rows.push(await writeFeedback(site, address));
      const faults = [
        ...faultsOf(filling, (status) => status < 500 || status === 503),
        ...faultsOf(rows, (status) => status === 200).map((fault) => `messages on the full disk: ${fault}`),
      ];
      if (postmasterPid(site.dataDirectory) !== postmaster) faults.push('the database died');
      const { material } = await site.member.call('upload_material_detail', { material_id: kept });
      const bytes = Buffer.from(await (await site.member.fetch(material.playable_url!)).arrayBuffer());
      if (!bytes.equals(photo)) faults.push('an upload that was acknowledged is gone');
      return { outcome: `attachments ${tally(filling)}; messages ${tally(rows)}`, faults };
    },
  },
];
