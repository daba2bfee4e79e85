import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '#contract';
import type { Amount, SandboxRecord } from '#backend/providers/payments/port';

export interface CheckoutRecord extends SandboxRecord {
  paymentId: string;
  returnUrl: string;
  cancelUrl: string;
  webhookUrl: string;
  /** In the future for a late payment. */
  paidAt: string | null;
  refunded: number;
  isExpired?: boolean;
  /** No period begins after this. */
  cancelledAt: string | null;
  /** `paid`: the upgrade's prorated amount. */
  changes: { from: string; product: Product; paid: Amount | null }[];
}

const isId = (id: string) => /^sandbox_[0-9a-f-]{36}$/.test(id);

/** One file a checkout, written atomically. */
export class CheckoutStore {
  constructor(private readonly folder: string) {}

  async open(record: Omit<CheckoutRecord, 'id' | 'outcome' | 'paidAt' | 'refunded' | 'cancelledAt' | 'changes'>) {
    const id = `sandbox_${record.paymentId}`;
    const known = await this.find(id);
    if (known) return known;
    const blank = { outcome: null, paidAt: null, refunded: 0, cancelledAt: null, changes: [] };
    return this.write({ ...record, ...blank, id });
  }

  async find(id: string): Promise<CheckoutRecord | null> {
    if (!isId(id)) return null;
    try {
      return { changes: [], ...JSON.parse(await readFile(this.fileOf(id), 'utf8')) } as CheckoutRecord;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async list(since: Date): Promise<CheckoutRecord[]> {
    const names = await readdir(this.folder).catch(() => []);
    const records: CheckoutRecord[] = [];
    for (const name of names.filter((file) => file.endsWith('.json'))) {
      const { mtime } = await stat(join(this.folder, name));
      const record = mtime >= since ? await this.find(name.slice(0, -'.json'.length)) : null;
      if (record) records.push(record);
    }
    return records;
  }

  async change(id: string, changes: Partial<CheckoutRecord>): Promise<CheckoutRecord> {
    const record = await this.find(id);
    if (!record) throw new Error(`The sandbox has no checkout ${id}.`);
    return this.write({ ...record, ...changes });
  }

  private fileOf = (id: string) => join(this.folder, `${id}.json`);

  private async write(record: CheckoutRecord): Promise<CheckoutRecord> {
    const draft = `${this.fileOf(record.id)}.${randomUUID()}`;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, JSON.stringify(record, null, 2), { mode: 0o600 });
    await rename(draft, this.fileOf(record.id));
    return record;
  }
}
